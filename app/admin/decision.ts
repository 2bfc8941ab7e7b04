import type { Says, Words } from '#app/kit/says.ts'

/** What a decision says, on its dialog and when it is done. `Seen` is what its dialog knows of the thing. */
export type DecisionWords<Seen> = {
  done: Says
  failed: Says
  /** The page that the dialog stands over, and that the decision goes back to. */
  page: (params: Record<string, string | undefined>, search: string) => string
  title: (seen: Seen) => Words
  /** What will come of it. */
  text: (seen: Seen) => Words
  /** Who reads the reason. */
  whyHint: Words
  /** What the button says, and while it does it. */
  confirm: Words | ((seen: Seen) => Words)
  busy: Words
  danger?: boolean
}
