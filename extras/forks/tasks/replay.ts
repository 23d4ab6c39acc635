import { replayRows } from "./index.js"
import { replayDocument, replayReport } from "./output/replayReport.js"
import { findTarget } from "#extras/forks/src/replay/findTarget.js"
import { replayMessage } from "#extras/forks/src/replay/replayMessage.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import { sourceChainIfGiven } from "#src/plugin/config/chainsOf.js"
import { chainsFor } from "#src/plugin/connection/chains/askForChain.js"
import { explainTimeout, openChains } from "#src/plugin/connection/chains/openChains.js"
import { openSentRecords } from "#src/plugin/records/sentRecords.js"
import { ShownFailureError } from "#src/plugin/run/shownErrors.js"
import { findSubject, requireTransaction } from "#tasks/messaging/follow/findSubject.js"

export default actionOf(replayRows, async (args, hre, { terminal, signal }) => {
  const { id, messageId, at, gasLimit, with: contract, after } = args
  const where = { from: args.from, network: hre.globalOptions.network }
  const chains = await chainsFor(hre, [where.from ?? where.network])
  const source = sourceChainIfGiven(chains, where)
  await using opened = openChains(hre, { named: [source], timeout: explainTimeout })
  const records = openSentRecords(hre.config, terminal.err)
  const subject = await findSubject({ id, source, messageId }, { chains, opened, records, signal })
  const asked = { ...subject, srcTxHash: requireTransaction(subject), at }
  const target = await findTarget(asked, { chains, opened })
  const replay = await replayMessage(hre, target, { gasLimit, with: contract, after })
  const { outcome, reason } = replay.replayed
  const message = `The message is not delivered on the fork: ${reason ?? outcome}.`
  return {
    document: replayDocument(replay),
    report: () => replayReport(replay),
    error:
      outcome === "delivered"
        ? undefined
        : new ShownFailureError({ message, next: "Try it with other gas or other code: --gas-limit, --with." }),
  }
})
