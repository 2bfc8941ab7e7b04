// What a gateway for texts to phones has to be able to do. Africa's Talking is one; another would be a second file.

/** What became of a text that was handed to the gateway. */
export type Handed =
  | { is: 'taken'; id: string | null; cents: number | null }
  /** It was not sent and never will be; `blocked` when the owner of the phone wants none from us. */
  | { is: 'refused'; code: string; blocked: boolean }
  /** Nothing was sent. The same may be handed over again. */
  | { is: 'not now'; code: string }
  /** It may have gone out. */
  | { is: 'unknown'; code: string }

/** What the gateway told us, or a person who wrote to us. The number is as the gateway writes it. */
export type HeardText =
  | { is: 'report'; id: string; phone: string; state: 'delivered' | 'failed'; why: string | null }
  | { is: 'stop' | 'start'; phone: string }
  | { is: 'nothing' }

export type Texter = {
  /** Hands over one text. Never throws. */
  send(to: string, text: string): Promise<Handed>
  /** Reads a form that was posted to us. */
  read(form: URLSearchParams): HeardText
}
