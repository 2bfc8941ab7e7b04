import type { Says, Words } from '#app/kit/says.ts'

/** The words of a decision, for its dialog and for the message afterwards. `Seen` is the data that its dialog has. */
export type DecisionWords<Seen> = {
  done: Says
  failed: Says
  /** The page below the dialog, which the decision returns to. */
  page: (params: Record<string, string | undefined>, search: string) => string
  title: (seen: Seen) => Words
  /** The consequences of the decision. */
  text: (seen: Seen) => Words
  /** Names the readers of the reason. */
  whyHint: Words
  /** The button's label; `busy` is its label while the form is sent. */
  confirm: Words | ((seen: Seen) => Words)
  busy: Words
  danger?: boolean
}
