import { expect } from "chai"
import type { HardhatConfig, ResolvedConfigurationVariable } from "hardhat/types/config"
import { afterEach, describe, it } from "mocha"

import { devnetOptions } from "#src/devnet/options.js"
import { knownSecrets } from "#src/plugin/config/knownSecrets.js"

const variable = "PLUGS_TEST_KNOWN_SECRET"

/** A value of the configuration, or of a variable, which may be in a keystore. Reading one from there would ask for a password. */
function secret(value: string, name?: string): ResolvedConfigurationVariable {
  const get = () =>
    name === undefined || name === variable ? Promise.resolve(value) : Promise.reject(new Error("asked"))
  return { _type: "ResolvedConfigurationVariable", get, ...(name !== undefined && { name }) } as never
}

const config = (
  messaging: ResolvedConfigurationVariable,
  swap?: ResolvedConfigurationVariable,
  webhook?: { readonly url: ResolvedConfigurationVariable; readonly secret?: ResolvedConfigurationVariable },
): Pick<HardhatConfig, "plugs"> =>
  ({ plugs: { messaging: { apiKey: messaging }, swap: { apiKey: swap }, watch: { webhook } } }) as never

describe("the secrets of a project that are known", () => {
  afterEach(() => {
    Reflect.deleteProperty(process.env, variable)
  })

  it("are its keys and those of its webhook, but for the devnet's, which everybody knows", async () => {
    const webhook = { url: secret("https://hooks.example/1"), secret: secret("signed") }
    expect(await knownSecrets(config(secret("one"), secret("two"), webhook))).to.deep.equal([
      ...["one", "two", "https://hooks.example/1", "signed"],
    ])
    expect(await knownSecrets(config(secret(devnetOptions.apiKey.default)))).to.deep.equal([])
    expect(await knownSecrets(config(secret("one"), undefined, { url: secret("two") }))).to.deep.equal(["one", "two"])
  })

  it("are read from variables of the environment, and from no keystore", async () => {
    const keys = config(secret("one", variable), secret("two", "PLUGS_TEST_IN_A_KEYSTORE"))
    expect(await knownSecrets(keys)).to.deep.equal([])
    process.env[variable] = "one"
    expect(await knownSecrets(keys)).to.deep.equal(["one"])
  })
})
