import { expect } from "chai"
import { describe, it } from "mocha"
import { type Hex, keccak256, numberToHex, parseEther } from "viem"
import { privateKeyToAccount } from "viem/accounts"

import { accountOfKey } from "#src/devnet/chain/accounts.js"

describe("accountOfKey", () => {
  const keys: readonly Hex[] = [1, 2, 3].map((number) => keccak256(numberToHex(number)))

  it("has the address and the public key that viem finds", () => {
    for (const key of keys) {
      const { address, publicKey } = privateKeyToAccount(key)
      expect(accountOfKey(key)).to.include({ address, publicKey })
    }
  })

  it("signs messages and hashes as viem does, bit for bit", async () => {
    for (const key of keys) {
      const [ours, theirs] = [accountOfKey(key), privateKeyToAccount(key)]
      // Enough messages for both parities of a signature.
      for (let number = 0; number < 10; number += 1) {
        const hash = numberToHex(number, { size: 32 })
        const message = { raw: hash }
        expect(await ours.signMessage({ message })).to.equal(await theirs.signMessage({ message }))
        expect(await ours.sign?.({ hash })).to.equal(await theirs.sign({ hash }))
      }
    }
  })

  it("signs transactions and typed data as viem does", async () => {
    const [ours, theirs] = [accountOfKey(keys[0]!), privateKeyToAccount(keys[0]!)]
    const transaction = {
      type: "eip1559",
      chainId: 41001,
      nonce: 7,
      to: theirs.address,
      value: parseEther("1"),
      gas: 21_000n,
      maxFeePerGas: 10n,
      maxPriorityFeePerGas: 1n,
    } as const
    expect(await ours.signTransaction(transaction)).to.equal(await theirs.signTransaction(transaction))
    const typedData = {
      domain: { name: "plugs", chainId: 41001 },
      types: { Order: [{ name: "amount", type: "uint256" }] },
      primaryType: "Order",
      message: { amount: 5n },
    } as const
    expect(await ours.signTypedData(typedData)).to.equal(await theirs.signTypedData(typedData))
  })

  it("refuses what is no private key", () => {
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const accepted = [0n, 1n, order - 1n, order, order + 1n].map((number) => {
      try {
        accountOfKey(numberToHex(number, { size: 32 }))
        return true
      } catch {
        return false
      }
    })
    expect(accepted).to.deep.equal([false, true, true, false, false])
  })
})
