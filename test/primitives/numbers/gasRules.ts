import { Common, Mainnet } from "@ethereumjs/common"
import { paramsEVM } from "@ethereumjs/evm"
import { createLegacyTx, getCalldataFloorGas, paramsTx } from "@ethereumjs/tx"
import { createAddressFromString } from "@ethereumjs/util"
import { expect } from "chai"
import { describe, it } from "mocha"

import { gasBefore, gasOfNewSlot, gasRules, hardforks } from "#src/primitives/numbers/gasRules.js"

describe("gasRules", () => {
  for (const hardfork of hardforks) {
    const rules = gasRules[hardfork]
    const common = new Common({ chain: Mainnet, hardfork, params: { ...paramsEVM } })
    common.updateParams(paramsEVM)
    const gas = (name: string) => Number(common.param(name))
    const isNext = common.isActivatedEIP(8038)

    it(`has the numbers of ethereumjs for ${hardfork}`, () => {
      const { account, slot, refund, state } = rules
      expect(account).to.deep.equal({
        cold: gas("coldaccountaccessGas"),
        warm: gas("warmstoragereadGas"),
        code: isNext ? gas("warmstoragereadGas") : 0,
      })
      expect([slot.cold, slot.warm]).to.deep.equal([gas("coldsloadGas"), isNext ? gas("warmstoragereadGas") : 0])
      expect([slot.fresh, slot.changed, slot.again]).to.deep.equal(
        isNext
          ? [gas("storageWriteGas"), gas("storageWriteGas"), 0]
          : [gas("sstoreInitEIP2200Gas"), gas("sstoreCleanEIP2200Gas"), gas("sstoreDirtyEIP2200Gas")],
      )
      expect(refund.cleared).to.equal(gas(isNext ? "refundStorageClearGas" : "sstoreClearRefundEIP2200Gas"))
      expect([refund.freshUndone, refund.changedUndone]).to.deep.equal(
        isNext
          ? [gas("storageWriteGas"), gas("storageWriteGas")]
          : [
              gas("sstoreInitRefundEIP2200Gas"),
              gas("sstoreResetGas") - gas("coldsloadGas") - gas("warmstoragereadGas"),
            ],
      )
      expect([rules.valueCall, rules.newAccount, rules.newHeir]).to.deep.equal([
        ...[gas("callValueTransferGas"), gas("callNewAccountGas")],
        gas(isNext ? "accountWriteGas" : "callNewAccountGas"),
      ])
      expect([rules.create, rules.codeByte, rules.initcodeWord]).to.deep.equal(
        ["createGas", "createDataGas", "initCodeWordGas"].map(gas),
      )
      expect(rules.codeWord).to.equal(isNext ? gas("codeDepositHashWordGas") : 0)
      if (!isNext) return expect(state.byte).to.equal(0)
      const ofState = ["costPerStateByte", "stateBytesPerStorageSet", "stateBytesPerNewAccount"]
      expect([state.byte, state.slot, state.account]).to.deep.equal(ofState.map(gas))
    })

    it(`asks as much before a transaction begins as ethereumjs does for ${hardfork}`, () => {
      const ofTransactions = new Common({ chain: Mainnet, hardfork })
      ofTransactions.updateParams(paramsTx)
      for (const value of [0n, 1n]) {
        for (const [zeros, others] of [
          [0, 0],
          [5, 0],
          [7, 900],
        ] as const) {
          const data = new Uint8Array([...Array<number>(zeros).fill(0), ...Array<number>(others).fill(9)])
          const to = createAddressFromString(`0x${"12".repeat(20)}`)
          const tx = createLegacyTx({ to, data, value, gasLimit: 1_000_000n }, { common: ofTransactions })
          const before = gasBefore(rules, { zeros, others, hasValue: value > 0n })
          expect([before.intrinsic, before.floor]).to.deep.equal(
            [tx.getIntrinsicGas(), getCalldataFloorGas(tx)].map(Number),
          )
        }
      }
      const { create, cap, isStateBeyondCap } = rules.transaction
      expect(create).to.equal(Number(ofTransactions.param("txCreationGas")))
      expect(isStateBeyondCap).to.equal(ofTransactions.isActivatedEIP(8037))
      const known = ofTransactions.isActivatedEIP(7825) ? ofTransactions.param("maxTransactionGasLimit") : null
      expect(cap).to.equal(known)
    })
  }

  it("has what the first write to a slot costs", () => {
    const costs = [gasRules.osaka, gasRules.amsterdam].map(gasOfNewSlot)
    expect(costs).to.deep.equal([22_100, 110_020])
  })
})
