import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

import { expect } from "chai"
import { it } from "mocha"

import { repository } from "../../scripts/docs/documents.js"
import { deepDescribe } from "#test/fixtures/depth.js"
import { compilerErrors } from "#test/fixtures/projects/compilerErrors.js"

const openZeppelin = [
  "access/Ownable2Step",
  "access/extensions/AccessControlDefaultAdminRules",
  "access/extensions/AccessControlEnumerable",
  "access/manager/AccessManaged",
  ...["Votes", "Permit", "Burnable", "Pausable", "FlashMint", "Capped", "Wrapper"].map(
    (kind) => `token/ERC20/extensions/ERC20${kind}`,
  ),
  "token/ERC20/extensions/ERC4626",
  ...["Consecutive", "Enumerable", "Votes", "Royalty"].map((kind) => `token/ERC721/extensions/ERC721${kind}`),
  ...["Supply", "URIStorage"].map((kind) => `token/ERC1155/extensions/ERC1155${kind}`),
  "token/ERC6909/extensions/ERC6909TokenSupply",
]
const solady = [
  ...["OwnableRoles", "EnumerableRoles", "TimedRoles"].map((name) => `auth/${name}`),
  ...["ERC20Votes", "ERC4626", "ERC721", "ERC1155", "ERC6909", "ERC2981", "WETH"].map((name) => `tokens/${name}`),
]
/** Its licence keeps the library itself out of here: these have its names and no code. */
const solmate = ["SolmateOwned", "SolmateAuth", "SolmateERC4626", "SolmateERC721", "SolmateERC1155"]

const libraries: Readonly<Record<string, readonly Inherited[]>> = {
  OpenZeppelin: openZeppelin.map((path) => inherited(`@openzeppelin/contracts/${path}.sol`)),
  solady: solady.map((path) => inherited(`solady/src/${path}.sol`)),
  solmate: solmate.map((name) => ({ name, file: "test/fixtures/solidity/libraries/SolmateNames.sol" })),
}
const bases: readonly Inherited[] = [
  { name: "OlderAppGatewayBase", file: "contracts/gateway/OlderAppGatewayBase.sol" },
  { name: "PlugBase", file: "contracts/gateway/PlugBase.sol" },
]

// An app gateway or a plug is often a token too, or has an owner. A name that two bases of a contract share is a compiler error.
// Each compiles the libraries anew.
deepDescribe("the names of what authors inherit", function () {
  for (const [library, contracts] of Object.entries(libraries)) {
    it(`clash with none of the access and token contracts of ${library}`, () => {
      expect(errorsOf(contracts)).to.deep.equal([])
    })
  }

  it("would be noticed if they clashed", () => {
    const clash = "abstract contract Clash { error NotSocket(); event ConnectorPlugDisconnected(uint256 why); }"
    expect(errorsOf([{ name: "Clash", file: undefined }], clash)).to.not.deep.equal([])
  })
})

type Inherited = { readonly name: string; readonly file: string | undefined }

function inherited(file: string): Inherited {
  return { name: file.slice(file.lastIndexOf("/") + 1, -".sol".length), file }
}

function errorsOf(contracts: readonly Inherited[], more = ""): string[] {
  const imports = [...bases, ...contracts].flatMap(({ name, file }) =>
    file === undefined ? [] : [`import {${name} as Their${name}} from "${file}";`],
  )
  const theirs = ({ name, file }: Inherited): string => (file === undefined ? name : `Their${name}`)
  const both = contracts.flatMap((contract) =>
    bases.map(
      (base) => `abstract contract ${base.name}With${contract.name} is ${theirs(base)}, ${theirs(contract)} {}`,
    ),
  )
  const source = ["// SPDX-License-Identifier: MIT", "pragma solidity ^0.8.21;", ...imports, more, ...both].join("\n")
  return compilerErrors(source, { read })
}

function read(path: string): string | undefined {
  const file = [join(repository, path), join(repository, "node_modules", path)].find(existsSync)
  return file === undefined ? undefined : readFileSync(file, "utf8")
}
