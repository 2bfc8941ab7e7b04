import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { sql } from 'kysely'
import { fits, inGsm7, smsWith } from '#app/kit/gsm7.ts'
import { knownLanguage, type Language } from '#app/kit/languages.ts'
import { moneyText, plainMoney } from '#app/kit/money.ts'
import { dayIn, momentIn, noonOf } from '#app/kit/time.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import { bookUpTo } from '#app/money/public-book/book.server.ts'
import type { BookUpTo } from '#app/money/public-book/up-to.tsx'
import type { Db } from '#app/platform/db.server.ts'
import { mailTo } from '#app/platform/mail/mail-to.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import { sendSms, smsBrand } from '#app/platform/sms/outbox.server.ts'
import { MailButton, MailFacts, MailHeading, MailNote, type MailTemplate, MailText } from '#app/ui/mail.tsx'
import { Typed } from '#app/ui/typed.tsx'
import { agreedWords, type Destination, methodText } from './payout.ts'
import { askBySms, type SmsReply, shortWay } from './replies.server.ts'
import { type SignedPayout, signedPayout, signersOf } from './signatures.server.ts'

// Emails and texts to treasurers about a withdrawal: that they are asked to agree to it, that enough have agreed, and that it was sent. No
// state depends on it.

type Told = { about: SignedPayout; title: string; link: string; language: Language; again: boolean }

/** Tells a treasurer of a step, by email, or by a text where they have no address. The reminder is for who has said nothing. */
export async function mailSigner(
  db: Db,
  { eventId, userId, again = false }: { eventId: number; userId: string; again?: boolean },
): Promise<void> {
  const row = await db
    .selectFrom('payout_events as e')
    .innerJoin('payout_requests as o', 'o.id', 'e.payout_id')
    .innerJoin('fund_drives as d', 'd.id', 'o.fund_drive_id')
    .innerJoin('users as u', (join) => join.on(sql<boolean>`u.id = ${userId}::uuid`))
    .where('e.id', '=', eventId)
    .where('u.deleted_at', 'is', null)
    .select(['e.kind', 'o.id', 'o.whole', 'd.id as driveId', 'd.slug', 'd.title', 'u.email', 'u.language'])
    .select(['o.status', 'o.net', 'o.destination'])
    .select(sql<string | null>`case when u.email is null then phone_of(u.id) end`.as('phone'))
    .executeTakeFirst()
  if (row?.kind === 'completed') return tellSentBySms(db, { key: `signer ${eventId} ${userId}`, userId, ...row })
  const about = row && (await signedPayout(db, row.driveId, row.id))
  if (!about) return
  const asks = row.kind === 'requested'
  if (asks && (about.status !== 'waiting' || isAnswered(about, userId))) return
  const language = knownLanguage(row.language)
  const link = `${publicAddress()}/fund-drive/${row.slug}/payouts/${row.id}`
  const told: Told = { about, title: row.title, link, language, again }
  if (row.email) return mailTo(row.email, language, asks ? askMail(told) : signedMail(told))
  if (!row.phone) return
  const { phone, whole } = row
  const key = `signer ${eventId} ${userId}${again ? ' again' : ''}`
  await db
    .transaction()
    .execute(
      (tx): Promise<unknown> =>
        asks
          ? askBySms(tx, { userId, subject: { whole }, key, phone }, (reply) => askSms(told, reply))
          : sendSms(tx, { key, phone, text: signedSms(told), money: true }),
    )
}

/** True if they have answered, or are asked no more: they left, or count no longer. */
const isAnswered = ({ signers }: SignedPayout, userId: string): boolean =>
  signers.find(({ id }) => id === userId)?.verdict !== null

const reason = msg`You're getting this because you are a treasurer of a fund drive.`

function askMail({ about, title, link, language, again }: Told): MailTemplate {
  const { asked: owner, amount, net, to, purpose, at, needed } = about
  const sum = moneyText(amount)
  return {
    subject: msg`${owner} asks to withdraw ${sum}: do you agree?`,
    reason,
    body: (
      <>
        <MailHeading>
          <Trans>Do you agree?</Trans>
        </MailHeading>
        <MailText>
          {again ? (
            <Trans>
              This still waits for you. <Typed text={owner} /> asks to withdraw {sum} from <Typed text={title} />.
            </Trans>
          ) : (
            <Trans>
              <Typed text={owner} /> asks to withdraw {sum} from <Typed text={title} />. Nothing is sent before {needed}{' '}
              treasurers have agreed.
            </Trans>
          )}
        </MailText>
        <MailFacts
          facts={[
            { name: <Trans>Is sent</Trans>, value: moneyText(net) },
            { name: <Trans>Sent to</Trans>, value: to },
            { name: <Trans>What it is for</Trans>, value: purpose },
            { name: <Trans>Date</Trans>, value: momentIn(language, at) },
          ]}
        />
        <MailButton href={link}>
          <Trans>Say yes or no</Trans>
        </MailButton>
        <MailNote>
          <Trans>You sign in and give your password there. This link alone agrees to nothing.</Trans>
        </MailNote>
      </>
    ),
  }
}

const signedMail = ({ about, link, language }: Told): MailTemplate => ({
  subject: agreedWords(about.agreed.length),
  reason,
  body: (
    <>
      <MailText>{wordsIn(language, catalogues[language])._(agreedWords(about.agreed.length))}</MailText>
      <MailButton href={link}>
        <Trans>See the withdrawal</Trans>
      </MailButton>
    </>
  ),
})

/** The most signs of the drive, the owner, the account and the purpose, from a long text to a short one. */
const fittingly = [
  [30, 20, 24, 100],
  [30, 20, 24, 60],
  [20, 20, 24, 40],
  [12, 20, 24, 30],
  [12, 16, 20, 20],
  [8, 12, 16, 14],
] as const

/**
 * Writes the question as a text, and shortens its names and what it is for until it fits. A treasurer who agrees by a text reads sum, account
 * and purpose in it: where these leave no room for the code, undefined.
 */
function askSms({ about, title, link, language }: Told, reply?: SmsReply): string | undefined {
  const words = wordsIn(language, catalogues[language])
  const short = (text: string, most: number) => inGsm7(text).slice(0, most).trim()
  const sum = plainMoney(about.amount)
  const way = shortWay({ payout: about.id })
  const name = inGsm7(title) || smsBrand()
  for (const [most, ofOwner, ofPayee, ofPurpose] of fittingly) {
    const drive = short(name, most)
    const [owner, payee] = [short(about.asked, ofOwner), short(about.to, ofPayee)]
    const purpose = short(about.purpose, ofPurpose)
    const { code, number } = reply ?? { code: '', number: '' }
    const text = reply
      ? words._(
          msg`${drive}: ${owner} asks ${sum} to ${payee}: ${purpose}. Agree? Text YES ${code} or NO ${code} to ${number}, or ${way}`,
        )
      : words._(msg`${drive}: ${owner} asks ${sum} to ${payee}: ${purpose}. Agree? ${link}`)
    if (fits(text)) return text
  }
  if (reply) return undefined
  const owner = short(about.asked, 20)
  const asks = (link: string) => (drive: string) => words._(msg`${drive}: ${owner} asks ${sum}. Agree? ${link}`)
  // The page's own address holds the drive's name, which may be long.
  return smsWith(name, asks(fits(asks(link)('')) ? link : way))
}

function signedSms({ about, title, language }: Told): string {
  const words = wordsIn(language, catalogues[language])
  const said = words._(agreedWords(about.agreed.length))
  return smsWith(inGsm7(title) || smsBrand(), (drive) => `${drive}: ${said}`)
}

type Sent = {
  key: string
  userId: string
  driveId: string
  title: string
  status: string
  net: number
  destination: unknown
  language: string | null
  phone: string | null
}

/** Texts a treasurer that money went out, with the fingerprint of the book so far: a phone keeps what an inbox keeps for others. */
async function tellSentBySms(db: Db, { key, userId, phone, ...sent }: Sent): Promise<void> {
  const isTold = phone !== null && sent.status === 'completed'
  if (!isTold || !(await signersOf(db, sent.driveId)).some(({ id }) => id === userId)) return
  const text = sentSms(sent, await bookUpTo(db, sent.driveId))
  await db.transaction().execute((tx) => sendSms(tx, { key, phone, text, money: true }))
}

/** Writes the text that money went out; shortens the drive's title until it fits. */
export function sentSms(
  { title, net: cents, destination, language: known }: Pick<Sent, 'title' | 'net' | 'destination' | 'language'>,
  book: BookUpTo | null,
): string {
  const language = knownLanguage(known)
  const words = wordsIn(language, catalogues[language])
  const [net, account] = [plainMoney(cents), inGsm7(methodText(destination as Destination))]
  // The digits at the end tell accounts apart.
  const to = account.length > 34 ? `${account.slice(0, 20)}.. ${account.slice(-4)}` : account
  const upTo = book ? ` ${words._(msg`The book up to ${dayIn(language, noonOf(book.day))}`)}: ${book.fingerprint}` : ''
  const name = inGsm7(title) || smsBrand()
  return smsWith(name, (drive) => words._(msg`${net} from ${drive} has been sent to ${to}.`) + upTo)
}
