import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Answer } from '#app/kit/says.ts'
import { type Way, wayWords } from './message.ts'

type Seen = { name: string; way: Way; subject: string; text: string }

/** A message as the first guest of each way reads it, and which way it goes to how many. */
export type Looked = {
  looked: string
  seen: Seen[]
  /** Which way a test goes to the host; empty where there is none. */
  test: 'mail' | 'sms' | ''
  /** Texts that the invitation has left. */
  left: number
  typed: Record<string, string>
} & Record<Way, number>

/** The preview in an answer of the form; null before there is one. */
export function lookIn(answer: Answer | undefined): Looked | null {
  const gave = answer?.gave
  if (!gave?.looked) return null
  const { kind, words, byHand, key } = gave
  const typed = { kind: `${kind}`, words: `${words}`, byHand: `${byHand}`, ...(key ? { key: `${key}` } : {}) }
  return { ...(gave as unknown as Omit<Looked, 'typed' | 'seen'>), seen: JSON.parse(`${gave.seen}`), typed }
}

export function Look({ look }: { look: Looked }) {
  const { t } = useLingui()
  const { seen, looked, left, mail: byEmail, sms, hand, typed } = look
  // A text of an invitation says who invites, to what and when. The words find no room beside it.
  const isShort = typed.kind === 'invitation' && Boolean(typed.words)
  return (
    <section aria-label={t`Preview`} className="grid gap-3 *:min-w-0" role="status">
      <input type="hidden" name="looked" value={looked} />
      {seen.map((one) => (
        <Read key={one.way} {...one} isShort={isShort && one.way === 'sms'} />
      ))}
      <ul className="list-disc pl-5">
        {byEmail > 0 && (
          <Plural value={byEmail} one="# guest gets an email." other="# guests get an email." render={item} />
        )}
        {sms > 0 && <Plural value={sms} one="# guest gets an SMS." other="# guests get an SMS." render={item} />}
        {hand > 0 && (
          <Plural
            value={hand}
            one="# guest waits for you: you send it from your own phone."
            other="# guests wait for you: you send it from your own phone."
            render={item}
          />
        )}
        <li>
          <Trans>It costs you nothing.</Trans>{' '}
          {sms > 0 && (
            <Plural value={left} one="This invitation has # SMS left." other="This invitation has # SMS left." />
          )}
        </li>
      </ul>
    </section>
  )
}

/** How one guest reads it. */
function Read({ name, way, subject, text, isShort }: Seen & { isShort: boolean }) {
  const { i18n, t } = useLingui()
  return (
    <>
      <h3 className="text-lg" dir="auto">
        {t`As ${name} reads it`}
      </h3>
      <div className="rounded-control border border-line bg-well p-4">
        <p className="mb-2 text-muted text-sm">{i18n._(wayWords[way])}</p>
        {subject && <p className="wrap-anywhere mb-2 font-semibold">{subject}</p>}
        <p className="wrap-anywhere whitespace-pre-line" dir="auto">
          {text}
        </p>
      </div>
      {isShort && (
        <p>
          <Trans>The SMS has no room for your words. Your guests read them on their own page.</Trans>
        </p>
      )}
    </>
  )
}

const item = ({ translation }: { translation: React.ReactNode }) => <li>{translation}</li>
