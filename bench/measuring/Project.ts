import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"

const repository = resolve(import.meta.dirname, "../..")

/** A Hardhat project in a temporary folder, with what this repository has installed, and the built package. */
export type Project = AsyncDisposable & { readonly path: string }

/** Creates a project that has no more than a configuration, and the plugin if that says so. */
export async function createProject({
  usesPlugin = true,
  devnetPort,
}: {
  usesPlugin?: boolean
  devnetPort?: number
}): Promise<Project> {
  const plugs = devnetPort === undefined ? {} : { plugs: { devnet: { port: devnetPort } } }
  const more = JSON.stringify(plugs).slice(1, -1)
  const project = await installPackage()
  const config = usesPlugin
    ? `import plugs from "hardhat-plugs"\nexport default { plugins: [plugs], ${more} }\n`
    : "export default {}\n"
  await writeFile(join(project.path, "package.json"), JSON.stringify({ type: "module" }))
  await writeFile(join(project.path, "hardhat.config.js"), config)
  return project
}

/** Creates a project from one of the examples. */
export async function createExample(name: string): Promise<Project> {
  const project = await installPackage()
  await cp(join(repository, "examples", name), project.path, { recursive: true })
  return project
}

async function installPackage(): Promise<Project> {
  const path = await mkdtemp(join(tmpdir(), "hardhat-plugs-bench-"))
  const modules = join(path, "node_modules")
  const own = join(modules, "hardhat-plugs")
  await mkdir(own, { recursive: true })
  const installed = (await readdir(join(repository, "node_modules"))).filter((name) => !name.startsWith("."))
  await Promise.all([
    ...installed.map((name) => symlink(join(repository, "node_modules", name), join(modules, name), "junction")),
    symlink(join(repository, "dist"), join(own, "dist"), "junction"),
    cp(join(repository, "package.json"), join(own, "package.json")),
    // Hardhat refuses a contract whose real path is outside of its package.
    cp(join(repository, "contracts"), join(own, "contracts"), { recursive: true }),
  ])
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
