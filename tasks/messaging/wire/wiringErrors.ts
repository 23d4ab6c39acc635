import { PlugsError } from "../../../src/primitives/PlugsError.js"

// `messaging wire` does not throw these: with `--json` they are in its document, beside what became of each change.

/** Some connections of a wiring are not there, and were not sent. */
export class WiringIncompleteError extends PlugsError {
  readonly code = "WIRING_INCOMPLETE"

  constructor({ notSent = 0, elsewhere = 0, problems }: { notSent?: number; elsewhere?: number; problems: number }) {
    super("A part of the wiring is not in place, and was not sent.", {
      facts: {
        "not sent": notSent === 0 ? undefined : String(notSent),
        "for another account": elsewhere === 0 ? undefined : String(elsewhere),
        problems: problems === 0 ? undefined : String(problems),
      },
      next: "Read what stands beside each change and problem. --safe or --calldata hands over what another account must send.",
    })
  }
}

/** Some transactions of a wiring were sent, and were not seen mined in time. */
export class WiringPendingError extends PlugsError {
  readonly code = "WIRING_PENDING"

  constructor(count: number) {
    super(`${count === 1 ? "One transaction was" : `${count} transactions were`} sent and not seen mined in time.`, {
      facts: { pending: String(count) },
      next: "Run the same command again. It goes on with what was sent.",
    })
  }
}
