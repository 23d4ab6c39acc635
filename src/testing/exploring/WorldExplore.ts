/** Options of `explore`. */
export type ExploreOptions = { readonly runs?: number | undefined; readonly seed?: number | undefined }

/** Runs a scenario under generated schedules and faults. */
export type WorldExplore = (
  options: ExploreOptions,
  scenario: () => Promise<void>,
  invariant: () => Promise<void>,
) => Promise<void>
