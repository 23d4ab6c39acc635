import type { WatchStore } from "../store/WatchStore.js"
import { type Alert, isMoreSevere, type RaisedAlert } from "./Alert.js"

export type UpdateAlertsOptions = {
  /** Which alerts were looked for: those whose ids begin with this. */
  readonly scope: string
  /** What is wrong now, by the id of its alert. */
  readonly found: ReadonlyMap<string, Alert>
  /** Says how an alert has ended, such as `arrived after 42 min`. */
  readonly sayEnd: (alert: RaisedAlert) => string
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Raises alerts of what is newly wrong, or worse than before, and ends those of what is over. Each is told once, and so is its end. */
export function updateAlerts(store: WatchStore, { scope, found, sayEnd, now }: UpdateAlertsOptions): void {
  const raised = store.alerts(scope)
  for (const [id, alert] of found) {
    const before = raised.get(id)
    if (before !== undefined && !isMoreSevere(alert.kind, before.kind)) continue
    store.setAlert(
      id,
      { ...alert, raisedAt: before?.raisedAt ?? now },
      { event: "alert", alert: id, ...alert, at: now },
    )
  }
  for (const [id, alert] of raised) {
    if (found.has(id)) continue
    const { raisedAt, ...about } = alert
    const ended = { ...about, says: sayEnd(alert), lasted: now - raisedAt, at: now }
    store.setAlert(id, undefined, { event: "over", alert: id, ...ended })
  }
}
