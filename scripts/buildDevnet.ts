/** Builds the contracts that a devnet deploys and no others, which is what a demo in a fresh clone needs. */
import { execSync } from "node:child_process"

import { deployedFiles } from "./artifacts/deployedFiles.ts"

execSync(`hardhat build --no-tests ${deployedFiles().join(" ")}`, { stdio: "inherit" })
