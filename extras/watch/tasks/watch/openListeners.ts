import type { HardhatConfig } from "hardhat/types/config"

import { type AlertKind, isFailure } from "#extras/watch/src/alerts/Alert.js"
import type { EventFields, WatchStore } from "#extras/watch/src/store/WatchStore.js"
import { createCommand } from "#extras/watch/src/telling/createCommand.js"
import { createOutbox } from "#extras/watch/src/telling/createOutbox.js"
import { createWebhook, isAlert } from "#extras/watch/src/telling/createWebhook.js"
import type { Clock } from "#src/primitives/clock.js"
import type { PlugsError } from "#src/primitives/PlugsError.js"

export type TellListeners = {
  readonly names: readonly string[]
  /** Tells all that the configuration names what is new. Returns why some were not told. */
  tell(signal: AbortSignal, onFailure: (name: string) => void): Promise<readonly PlugsError[]>
}

/** Opens whom the configuration wants told of alerts: a webhook, a command, and one that stops what goes wrong. */
export async function openListeners(
  { plugs: { watch } }: Pick<HardhatConfig, "plugs">,
  { store, clock }: { readonly store: WatchStore; readonly clock: Clock },
): Promise<TellListeners> {
  const { webhook, command, alarmCommand } = watch
  const posted = webhook && { url: await webhook.url.get(), secret: await webhook.secret?.get(), shape: webhook.shape }
  const configured = [
    posted && createWebhook({ ...posted, clock }),
    command && createCommand({ name: "command", wants: isAlert, command, clock }),
    alarmCommand && createCommand({ name: "alarm", wants: isAlarm, command: alarmCommand, clock }),
  ]
  const listeners = configured.filter((listener) => listener !== undefined)
  const outboxes = listeners.map((listener) => createOutbox(listener, { store, clock }))
  return {
    names: listeners.map(({ name }) => name),
    async tell(signal, onFailure) {
      // The one that stops what goes wrong does not wait for a server.
      const failures = await Promise.all(outboxes.map((tell) => tell(signal, onFailure)))
      return failures.filter((failure) => failure !== undefined)
    },
  }
}

/** What was delivered wrongly, and sums that do not hold. A message that fails or is late is no reason to stop anything. */
function isAlarm({ event, kind }: EventFields): boolean {
  return event === "alert" && isFailure(kind as AlertKind) && kind !== "failed"
}
