// Where a page of a list begins that is ordered by a moment and an id: as an address carries it.

/** A row's place in the list. */
export const cursorOf = (at: Date, id: string): string => `${at.getTime()}_${id}`

/** The place an address names; one that nobody of us gave is none. */
export function placeIn(cursor: string | null | undefined): { at: Date; id: string } | undefined {
  const [, time, id] = /^(\d{13})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(cursor ?? '') ?? []
  return time && id ? { at: new Date(Number(time)), id } : undefined
}
