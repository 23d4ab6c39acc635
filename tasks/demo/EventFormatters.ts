/** Formats the events of a demo, with one function for each event. If it returns `undefined`, nothing is printed. */
export type EventFormatters<Event extends { readonly event: string }> = {
  readonly [Name in Event["event"]]: (event: Extract<Event, { readonly event: Name }>) => string | undefined
}

/** Formats one event with the function for it. */
export function formatEvent<Event extends { readonly event: string }>(
  formatters: EventFormatters<Event>,
  event: Event,
): string | undefined {
  const format = formatters[event.event as Event["event"]] as (event: Event) => string | undefined
  return format(event)
}
