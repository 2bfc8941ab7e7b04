// The interface of a gateway for texts to phones. Africa's Talking is one; another would be a second file.

/** The result of handing a text to the gateway. */
export type Handed =
  | { is: 'taken'; id: string | null; cents: number | null }
  /** Not sent, and never will be; `blocked` when the owner of the phone wants none from us. */
  | { is: 'refused'; code: string; blocked: boolean }
  /** Nothing was sent. The same text may be handed over again. */
  | { is: 'not now'; code: string }
  /** The text may have gone out. */
  | { is: 'unknown'; code: string }

/** A notification from the gateway, or a reply to us. The number is as the gateway writes it. */
export type HeardText =
  | { is: 'report'; id: string; phone: string; state: 'delivered' | 'failed'; why: string | null }
  | { is: 'stop' | 'start'; phone: string }
  | { is: 'nothing' }

export type Texter = {
  /** Hands over one text. Never throws. */
  send(to: string, text: string): Promise<Handed>
  /** Parses a form that was posted to us. */
  read(form: URLSearchParams): HeardText
}
