import { expect } from "chai"
import { describe, it } from "mocha"

import {
  type Deployments,
  findDeployment,
  findSwitchboard,
  loadDeployments,
  type SwitchboardKind,
} from "#src/messaging/index.js"
import { failure } from "#test/fixtures/failure.js"

describe("the known deployments", () => {
  it("are 62 chains, each with its own slug and chain id, none of which was shut down", async () => {
    const chains = await loadDeployments()
    expect(chains).to.have.length(62)
    expect(chains.filter(({ isRetired }) => isRetired === true)).to.deep.equal([])
    expect(chains.filter(({ isMainnet }) => isMainnet)).to.have.length(47)
    for (const key of ["slug", "chainId", "name"] as const)
      expect(new Set(chains.map((chain) => chain[key])).size).to.equal(62)
    const differing = chains.filter(({ slug, chainId }) => slug !== chainId)
    expect(differing.map(({ name, slug, chainId }) => [name, slug, chainId])).to.deep.equal([
      ["reya", 1324967486, 1729],
    ])
  })

  it("have one switchboard of a kind on each path, and nearly every path in both directions", async () => {
    const chains = await loadDeployments()
    const paths = pathsOf(chains)
    expect(paths).to.have.length(2487)
    const known = new Set(paths)
    expect(known.size).to.equal(2487)
    const slugs = new Set(chains.map(({ slug }) => String(slug)))
    // Of these chains nothing is known.
    const outside = paths.map((path) => path.split(" ")[1]!).filter((slug) => !slugs.has(slug))
    expect(new Set(outside)).to.deep.equal(
      new Set(["8333", "543210", "777777", "12227331", "12227332", "28122024", "1399904803", "2863311531"]),
    )
    const oneWay = paths.filter((path) => {
      const [from, to = "", kind] = path.split(" ")
      return slugs.has(to) && !known.has(`${to} ${from} ${kind}`)
    })
    // Of these test networks the others know nothing yet, and of two chains only one has an optimistic path.
    expect(new Set(oneWay.map((path) => path.split(" ")[0]))).to.deep.equal(
      new Set(["10143", "43210", "57073", "421614", "11155111"]),
    )
    expect(oneWay).to.have.length(15)
    const count = (kind: SwitchboardKind): number => paths.filter((path) => path.endsWith(kind)).length
    expect([count("FAST"), count("OPTIMISTIC"), count("NATIVE_BRIDGE")]).to.deep.equal([1238, 1235, 14])
  })
})

describe("findDeployment", () => {
  it("finds the first switchboard of a kind that leads to a chain", async () => {
    const [known] = await loadDeployments()
    const board = (digit: string, kind: SwitchboardKind, siblings: readonly number[]) => ({
      ...{ kind, siblings, address: `0x${digit.repeat(40)}` as const },
    })
    const switchboards = [board("1", "FAST", [7]), board("2", "OPTIMISTIC", [7, 9]), board("3", "FAST", [9])]
    const more = [board("4", "FAST", [9]), board("5", "OPTIMISTIC", [9])]
    const own = { ...known!, chainId: 5, switchboards: [...switchboards, ...more] }
    const find = (siblingSlug: number, kind: SwitchboardKind) =>
      findSwitchboard({ chainId: 5, siblingSlug, kind, deployments: [{ ...own, chainId: 6 }, own] as never })
    expect(await find(9, "FAST")).to.equal(`0x${"3".repeat(40)}`)
    expect(await find(9, "OPTIMISTIC")).to.equal(`0x${"2".repeat(40)}`)
    expect(await find(7, "FAST")).to.equal(`0x${"1".repeat(40)}`)
    expect(await failure(find(7, "NATIVE_BRIDGE"))).to.have.nested.property("code", "NO_SWITCHBOARD")
  })

  it("looks only among the deployments that it is given", async () => {
    expect(await findDeployment(10, [])).to.equal(undefined)
  })
})

describe("findSwitchboard", () => {
  it("finds the switchboard of a kind that leads to a sibling", async () => {
    const path = { chainId: 1, siblingSlug: 42161 }
    expect(await findSwitchboard({ ...path, kind: "FAST" })).to.equal("0xD5a83a40F262E2247e6566171f9ADc76b745F5cD")
    expect(await findSwitchboard({ ...path, kind: "NATIVE_BRIDGE" })).to.equal(
      "0xdf5f7dfDFc26ee5F629949e330bEf56906319CAe",
    )
  })

  it("names the kinds that lead there when the kind does not", async () => {
    const error = await failure(findSwitchboard({ chainId: 1923, siblingSlug: 57073, kind: "OPTIMISTIC" }))
    expect(error).to.deep.include({ code: "NO_SWITCHBOARD", kinds: ["FAST"] })
    expect(error.next).to.match(/ FAST /)
  })

  it("refuses a sibling that the chain does not reach, and a chain of which nothing is known", async () => {
    const unreached = await failure(findSwitchboard({ chainId: 56, siblingSlug: 42, kind: "FAST" }))
    expect(unreached).to.deep.include({ code: "NO_SWITCHBOARD", kinds: [] })
    const unknown = await failure(findSwitchboard({ chainId: 31337, siblingSlug: 10, kind: "FAST" }))
    expect(unknown.code).to.equal("UNKNOWN_DEPLOYMENT")
  })
})

function pathsOf(chains: Deployments): string[] {
  return chains.flatMap(({ slug, switchboards }) =>
    switchboards.flatMap(({ kind, siblings }) => siblings.map((sibling) => `${slug} ${sibling} ${kind}`)),
  )
}
