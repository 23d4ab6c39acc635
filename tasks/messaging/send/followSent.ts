import type { OwnContract } from "../call/findOwnContract.js"
import type { OpenMessageSource } from "../follow/openMessageSource.js"
import { messagesView } from "../output/messages.js"
import type { SendThroughPlugReturnType } from "#src/messaging/onchain/sendThroughPlug.js"
import type { CarriedMessage } from "#src/messaging/onchain/standard/gatewayMessage.js"
import type { MessageStatus } from "#src/messaging/states.js"
import type { WaitOptions } from "#src/plugin/arguments/readArguments.js"
import { nameChains } from "#src/plugin/config/chainsOf.js"
import { pollingIntervals } from "#src/plugin/connection/openClients.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import { showSteps } from "#src/terminal/live/showSteps.js"
import { printEvent } from "#src/terminal/printJson.js"

type FollowSentOptions = {
  readonly own: OwnContract
  readonly carried: ReadonlyMap<string, CarriedMessage>
  /** The API that may be asked. */
  readonly api: { readonly baseUrl: string }
  readonly waitOptions: WaitOptions<MessageStatus>
  readonly json: boolean
}

/** Follows the messages of a transaction that was sent, and shows each step. */
export async function followSent(
  following: OpenMessageSource,
  { hash, messages }: SendThroughPlugReturnType,
  { own: { source, chains, book }, carried, api, waitOptions, json }: FollowSentOptions,
  { terminal, signal, clock }: TaskIo,
): Promise<void> {
  if (messages.length === 0) {
    if (json) printEvent(terminal.out, "end", { outcome: "success", messages: [] })
    return
  }
  const subject = { srcChainSlug: source.slug, srcTxHash: hash, signal, sent: messages, carried }
  const polling = { ...pollingIntervals(api), ...waitOptions }
  await following.requireFollowable(subject)
  await showSteps(
    (onTrouble, _onWait, onUnknown) => following.watch({ ...subject, ...polling, onUnknown, onTrouble }),
    messagesView(nameChains(chains), following.sourceName, book),
    { terminal, json, clock },
  )
}
