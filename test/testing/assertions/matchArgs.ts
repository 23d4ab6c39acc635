import { expect } from "chai"
import { describe, it } from "mocha"
import { parseAbi } from "viem"

import { contractWith, expectedWith, formatArgs, matchArgs } from "#src/testing/assertions/matchArgs.js"
import { thrown } from "#test/fixtures/failure.js"

const address = "0x5FbDB2315678afecb367f032d93F642f64180aa3"

describe("the arguments of an event or an error", () => {
  type Pair = readonly [value: unknown, expected: unknown]
  const [equal, different]: readonly [Pair[], Pair[]] = [
    [
      [5, 5n],
      [5n, 5],
      [2n ** 200n, 2n ** 200n],
      [address, address.toLowerCase()],
      ["Hello", "Hello"],
      [true, true],
      [
        [1n, [address]],
        [1, [address.toLowerCase()]],
      ],
      [
        { to: address, amount: 5n },
        { amount: 5, to: address.toLowerCase() },
      ],
      [7n, (value: unknown) => value === 7n],
    ],
    [
      [5, 6n],
      [5n, "5"],
      [5n, 5.5],
      [address, address.replace("5", "6")],
      ["Hello", "hello"],
      ["5", 5],
      [true, 1],
      [[1n, 2n], [1n]],
      [[1n], [1n, 2n]],
      [[1n], 1n],
      [["a"], "a"],
      [["a"], { 0: "a" }],
      [{ to: address }, { to: address, amount: 5n }],
      [{ to: address, amount: 5n }, { to: address }],
      [{ to: address }, null],
      [null, { to: address }],
      [7n, () => false],
      [7n, () => 1],
    ],
  ]

  it("are equal in depth, whatever the type of a number and the case of an address", () => {
    for (const [value, expected] of equal)
      expect(matchArgs([0, value], [0, expected]), formatArgs([value])).to.equal(true)
    for (const [value, expected] of different) {
      expect(matchArgs([0, value], [0, expected]), formatArgs([value, expected])).to.equal(false)
    }
    expect([matchArgs([], []), matchArgs([1], []), matchArgs([], [1])]).to.deep.equal([true, false, false])
  })

  it("are shown as Solidity has them", () => {
    const values = [5n, 6, true, "a text", address, [1n, "b"], { to: address, amount: 5n }, () => true]
    expect(formatArgs(values)).to.equal(
      `5, 6, true, "a text", ${address}, [1, "b"], {to: ${address}, amount: 5}, a value that the function accepts`,
    )
  })

  it("belong to the name, and are any where none are given", () => {
    const [any, one] = [expectedWith("Sent", undefined), expectedWith("Sent", [5n])]
    const found = [{ name: "Sent", args: [5] }, { name: "Sent", args: [6] }, { name: "Kept", args: [5] }, undefined]
    expect(found.map((each) => any.matches(each))).to.deep.equal([true, true, false, false])
    expect(found.map((each) => one.matches(each))).to.deep.equal([true, false, false, false])
    expect([any.text, one.text]).to.deep.equal(["Sent", "Sent(5)"])
  })

  it("can only be those of an event or an error that the contract has", () => {
    const contractOf = (...items: string[]) => ({
      ...{ address, chainName: "alpha", contractName: "Greeter", abi: items.length === 0 ? [] : parseAbi(items) },
    })
    const events = contractOf("event Sent(uint256 id)", "event Kept()", "error TooLate()")
    expect(contractWith(events, "event", "Sent")).to.deep.equal(events)
    expect(contractWith(events, "error", "Panic", ["Error", "Panic"])).to.deep.equal(events)
    const says = (...given: Parameters<typeof contractWith>) => thrown(() => contractWith(...given)).message
    expect(says(events, "event", "Snet")).to.equal(
      'Argument "eventName": Greeter has no event "Snet". Use one of Kept, Sent. Did you mean Sent?',
    )
    expect(says(events, "error", "Sent")).to.equal(
      'Argument "errorName": Greeter has no error "Sent". Use one of TooLate.',
    )
    expect(says(contractOf(), "event", "Sent")).to.equal(
      'Argument "eventName": Greeter has no event "Sent". It has no event at all.',
    )
    for (const other of [address, null, {}, { address }]) {
      expect(says(other, "event", "Sent")).to.contain("it is no contract of a world")
    }
  })
})
