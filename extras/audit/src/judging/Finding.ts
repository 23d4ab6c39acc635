/**
 * Everything that a batch can do beyond a wiring, and what that means for its signer. To add one: who finds it, in `judgeBatches.ts`,
 * `findEffects.ts` or `findTrustChanges.ts`, and the attack in the test of `judgeBatches.ts`.
 */
export const findings = {
  REVERTS: "a call reverts, and with it the whole batch",
  DELEGATECALL: "other code runs as the account itself, and may do everything; it is not applied",
  UNDECODED: "a call could not be decoded whole; its effects on the copy are listed, and may differ on the chain",
  MISLEADING: "the file names another function than its data calls",
  NO_CODE: "a call to an address without code, which does nothing unless code comes there first",
  NO_EFFECT:
    "a call makes no connection of the wiring, and moves, logs and stores nothing now, but may once it is signed",
  CONNECTION: "a plug is connected as the wiring does not say",
  OWNER: "another account owns a contract, can become its owner, or signs for a Safe",
  ROLE: "an account gets or loses a role",
  CODE: "a proxy runs other code, or another account may change it",
  APPROVAL: "an account may spend tokens of another one",
  TOKENS: "tokens move",
  NATIVE: "native currency moves",
  MESSAGE: "a message is sent to another chain",
  STORAGE: "words of storage change that no connection of the wiring explains",
  TRUST: "a path can be forged, censored or changed with fewer keys, or in less time, than before",
  POLICY: "a path breaks a rule of `plugs.trust` that it did not break before",
  UNDELIVERED: "a message over a new connection is not sent, or is stopped before `inbound`",
} as const

export type FindingName = keyof typeof findings

export const findingNames: readonly FindingName[] = Object.keys(findings) as FindingName[]

/** Something that a batch does, and that the wiring does not say. */
export type Finding = {
  readonly name: FindingName
  /** The call or message that does it; `null` if it was found in the state afterwards. */
  readonly number: string | null
  /** The name of the chain. */
  readonly chain: string | null
  readonly says: string
}
