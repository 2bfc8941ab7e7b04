import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { sql } from 'kysely'
import type { ReactNode } from 'react'
import { inGsm7, smsWith } from '#app/kit/gsm7.ts'
import { knownLanguage, type Language } from '#app/kit/languages.ts'
import { moneyText, plainMoney } from '#app/kit/money.ts'
import type { Words } from '#app/kit/says.ts'
import { momentIn } from '#app/kit/time.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { mailTo } from '#app/platform/mail/mail-to.server.ts'
import { supportInWords } from '#app/platform/settings/choices.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import { sendSms, smsBrand } from '#app/platform/sms/outbox.server.ts'
import { MailButton, MailFacts, MailHeading, MailLink, MailNote, type MailTemplate, MailText } from '#app/ui/mail.tsx'
import { Typed } from '#app/ui/typed.tsx'
import { institutionOf } from './method.server.ts'
import { type DeclineReason, type Destination, masked, methodText, nextStepAfterDecline } from './payout.ts'
import type { StepKind } from './states.ts'
import { questionLink } from './what-for.server.tsx'

/** The phone of the owner `u`, if they have no email address. */
const phoneInstead = sql<string | null>`case when u.email is null then phone_of(u.id) end`.as('phone')

// The mail jobs of withdrawals. They are about money, so nobody can turn them off; a person who deleted their account gets none.

/** Mails the owner about a step, unless another step has overtaken it meanwhile. */
export async function mailPayout(db: Db, { eventId }: { eventId: number }): Promise<void> {
  const row = await db
    .selectFrom('payout_events as e')
    .innerJoin('payout_requests as o', 'o.id', 'e.payout_id')
    .innerJoin('fund_drives as d', 'd.id', 'o.fund_drive_id')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .where('e.id', '=', eventId)
    .where('u.deleted_at', 'is', null)
    .select(['e.kind', 'e.note', 'e.by', 'e.code', 'e.reason', 'e.created_at', 'o.id', 'o.amount', 'o.fee', 'o.net'])
    .select(['o.needs', 'o.part', 'o.whole', 'o.destination', 'd.title', 'd.slug', 'u.email', 'u.language'])
    .select(phoneInstead)
    .executeTakeFirst()
  if (!row) return
  const kind = row.kind
  if (kind === 'approved' || (isOfWhole(kind) && row.part > 1)) return
  if ((kind === 'sent' || kind === 'put_back') && (await isOvertaken(db, row.id, eventId))) return
  const language = knownLanguage(row.language)
  const destination = row.destination as Destination
  const told: PayoutTold = {
    title: row.title,
    amount: row.amount,
    fee: row.fee,
    net: row.net,
    at: row.created_at,
    code: row.code,
    needs: row.needs,
    to: methodText(destination),
    isBank: destination.type === 'bank',
    reason: row.reason,
    support: supportInWords(),
    note: row.by === null ? '' : row.note,
    language,
  }
  const whatFor = kind === 'completed' ? await questionLink(db, row) : null
  const links = { payouts: `${publicAddress()}/fund-drive/${row.slug}/payouts`, whatFor }
  if (row.email) return mailTo(row.email, language, payoutMail(kind, told, links))
  if (!row.phone || !isTexted(kind)) return
  const text = payoutSms({ kind, language, amount: row.amount, net: row.net, drive: row.title, to: told.to })
  await textOwner(db, { key: `payout ${eventId}`, phone: row.phone, text })
}

/** True for the steps that all parts take together: they are told once. */
const isOfWhole = (kind: StepKind): boolean => ['signed', 'refused', 'lapsed', 'unsigned'].includes(kind)

async function isOvertaken(db: Db, payoutId: number, eventId: number): Promise<boolean> {
  const later = await db
    .selectFrom('payout_events')
    .where('payout_id', '=', payoutId)
    .where('id', '>', eventId)
    .where('kind', '<>', 'sent')
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return later !== undefined
}

export async function mailMethodAdded(db: Db, { methodId }: { methodId: string }): Promise<void> {
  const row = await db
    .selectFrom('withdrawal_methods as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.id', '=', methodId)
    .where('u.deleted_at', 'is', null)
    .select((make) => institutionOf(make.ref('m.institution_id'), 'name').as('institution'))
    .select([
      'm.paybill_account',
      'm.bank_name',
      'm.account_number',
      'm.phone_number',
      'm.mobile_operator',
      'm.created_at',
    ])
    .select(['u.email', 'u.language'])
    .select(phoneInstead)
    .executeTakeFirst()
  if (!row) return
  const language = knownLanguage(row.language)
  const through = row.institution ?? row.bank_name ?? row.mobile_operator ?? ''
  const number = masked(row.paybill_account ?? row.account_number ?? row.phone_number ?? '')
  if (!row.email) {
    if (row.phone)
      await textOwner(db, { key: `method ${methodId}`, phone: row.phone, text: methodSms(language, number) })
    return
  }
  const mail = methodAddedMail(
    { through, number, at: row.created_at, language },
    { reset: `${publicAddress()}/auth/forgot`, support: supportInWords() },
  )
  await mailTo(row.email, language, mail)
}

// The texts to owners without an email address: only what they would look for, that a withdrawal was asked for and how it ended.

type Texted = Extract<StepKind, 'requested' | 'completed' | 'rejected' | 'returned'>
const isTexted = (kind: StepKind): kind is Texted => Object.hasOwn(says, kind)

type Told = { kind: Texted; language: Language; amount: number; net: number; drive: string; to: string }

const says: Record<Texted, (about: { amount: string; net: string; drive: string; to: string }) => Words> = {
  requested: ({ amount, drive }) => msg`You asked to withdraw ${amount} from ${drive}. Not you? Sign in and cancel it.`,
  completed: ({ net, drive, to }) => msg`${net} from ${drive} has been sent to ${to}.`,
  rejected: ({ amount, drive }) =>
    msg`Your withdrawal of ${amount} from ${drive} was declined. Nothing was sent. Sign in to read why and what to do next.`,
  returned: ({ net, drive }) => msg`Your withdrawal of ${net} from ${drive} came back.`,
}

/** Writes the text; shortens the drive's title until it fits. */
export function payoutSms({ kind, language, amount, net, drive: title, to }: Told): string {
  const words = wordsIn(language, catalogues[language])
  const about = { amount: plainMoney(amount), net: plainMoney(net), to: inGsm7(to).slice(0, 40) }
  return smsWith(inGsm7(title) || smsBrand(), (drive) => words._(says[kind]({ ...about, drive })))
}

/** Writes the text that money can be sent to another account now: its owner learns of it, no matter who added it. */
function methodSms(language: Language, to: string): string {
  const words = wordsIn(language, catalogues[language])
  const end = to.slice(-4)
  return smsWith(smsBrand(), (brand) =>
    words._(
      msg`Money from your ${brand} account can soon be sent to the number that ends in ${end}. Not you? Sign in and remove it.`,
    ),
  )
}

/** Texts the owner once, however often the job runs. */
const textOwner = (db: Db, { key, phone, text }: { key: string; phone: string; text: string }) =>
  db.transaction().execute((tx) => sendSms(tx, { key, phone, text, money: true, evenAtNight: true }))

// The mails to owners about their withdrawals.

type PayoutTold = {
  title: string
  amount: number
  fee: number
  net: number
  /** The bank or the wallet, with the end of the number. */
  to: string
  isBank: boolean
  /** How many treasurers must agree. */
  needs: number
  at: Date
  note: string
  /** The reason for declining, if one was chosen. */
  reason: DeclineReason | null
  code: string
  language: Language
  /** The address where the owner can ask. */
  support: string
}

const reason = msg`You're getting this because of a withdrawal from your fund drive.`

const subjects: Record<Mailed, Words> = {
  requested: msg`We have your withdrawal request`,
  signed: msg`Your treasurers have agreed to your withdrawal`,
  refused: msg`Your treasurers did not agree to your withdrawal`,
  lapsed: msg`Your withdrawal has ended: too few treasurers agreed`,
  unsigned: msg`Your withdrawal waits for your treasurers again`,
  sent: msg`Your withdrawal is with our payment provider`,
  completed: msg`Your withdrawal has been sent`,
  put_back: msg`Your withdrawal is delayed`,
  rejected: msg`Your withdrawal request was declined`,
  cancelled: msg`You cancelled your withdrawal request`,
  returned: msg`Your withdrawal came back`,
}

/** The steps that are mailed. An approval is not: nothing has moved then, and the next step follows at once. */
type Mailed = Exclude<StepKind, 'approved'>

type Links = { payouts: string; whatFor: string | null }

function payoutMail(kind: Mailed, told: PayoutTold, { payouts, whatFor }: Links): MailTemplate {
  const Said = texts[kind]
  return {
    subject: subjects[kind],
    reason,
    body: (
      <>
        <MailHeading>{headings[kind]}</MailHeading>
        <MailText>
          <Said {...told} />
        </MailText>
        {kind === 'rejected' && <WhatNext {...told} />}
        <Facts {...told} kind={kind} />
        <MailButton href={payouts}>
          <Trans>See your payouts</Trans>
        </MailButton>
        {whatFor && (
          <MailLink href={whatFor}>
            <Trans>What was it for?</Trans>
          </MailLink>
        )}
        {(kind === 'requested' || kind === 'cancelled') && (
          <MailNote>
            <Trans>If this wasn't you, change your password at once and write to us.</Trans>
          </MailNote>
        )}
      </>
    ),
  }
}

const headings: Record<Mailed, ReactNode> = {
  requested: <Trans>Your request has arrived</Trans>,
  signed: <Trans>Your treasurers have agreed</Trans>,
  refused: <Trans>Your treasurers did not agree</Trans>,
  lapsed: <Trans>Your request has ended</Trans>,
  unsigned: <Trans>Your withdrawal waits again</Trans>,
  sent: <Trans>Your money is being delivered</Trans>,
  completed: <Trans>Your money has been sent</Trans>,
  put_back: <Trans>Your withdrawal is delayed</Trans>,
  rejected: <Trans>Your request was declined</Trans>,
  cancelled: <Trans>Your request is cancelled</Trans>,
  returned: <Trans>Your withdrawal came back</Trans>,
}

const texts: Record<Mailed, (told: PayoutTold) => ReactNode> = {
  requested: ({ amount, title, needs }) => {
    const asked = moneyText(amount)
    return needs > 0 ? (
      <Trans>
        You asked to withdraw {asked} from <Typed text={title} />. It waits until {needs} treasurers have agreed.{' '}
        {'{brand}'} checks it and sends it after that.
      </Trans>
    ) : (
      <Trans>
        You asked to withdraw {asked} from <Typed text={title} />. We check each request before money is sent. It
        usually arrives within 1 working day, and we'll email you then.
      </Trans>
    )
  },
  signed: ({ needs }) => (
    <Trans>
      {needs} have agreed. {'{brand}'} sends it next.
    </Trans>
  ),
  refused: NothingSent,
  lapsed: NothingSent,
  unsigned: ({ title }) => (
    <Trans>
      Fewer treasurers of <Typed text={title} /> agree now than your withdrawal needs. The money stays set aside, and it
      is sent once enough of them agree.
    </Trans>
  ),
  sent: ({ net, to }) => {
    const sum = moneyText(net)
    return (
      <Trans>
        Our payment provider has taken {sum} and delivers it to <Typed text={to} />. We'll email you again once it has
        arrived.
      </Trans>
    )
  },
  completed: ({ net, to, isBank }) => {
    const sum = moneyText(net)
    return isBank ? (
      <Trans>
        {sum} has been sent to <Typed text={to} />. A bank may take a while to show it.
      </Trans>
    ) : (
      <Trans>
        {sum} has been sent to <Typed text={to} />.
      </Trans>
    )
  },
  put_back: ({ net, to }) => {
    const sum = moneyText(net)
    return (
      <Trans>
        {sum} could not be sent to <Typed text={to} /> yet. The money stays set aside for you, and we will try again.
      </Trans>
    )
  },
  rejected: NothingSent,
  cancelled: NothingSent,
  returned: ({ net, to, title }) => {
    const sum = moneyText(net)
    return (
      <Trans>
        {sum} could not be delivered to <Typed text={to} /> and came back. It is in the balance of{' '}
        <Typed text={title} /> again. Please check the number before you ask again.
      </Trans>
    )
  },
}

function NothingSent({ title }: PayoutTold) {
  return (
    <Trans>
      Nothing was sent. The money is back in the balance of <Typed text={title} />.
    </Trans>
  )
}

/** Tells a person whose request was declined what they can do, and where to ask. */
function WhatNext({ reason, note, support }: PayoutTold) {
  const { i18n } = useLingui()
  return (
    <>
      <MailText>{i18n._(nextStepAfterDecline({ reason, note }))}</MailText>
      <MailText>
        <Trans>This is where you can write to us: {support}</Trans>
      </MailText>
    </>
  )
}

function Facts({ kind, ...told }: PayoutTold & { kind: Mailed }) {
  // For a withdrawal that was not sent, only the sum asked for is true.
  const isNothing = ['rejected', 'cancelled', 'refused', 'lapsed'].includes(kind)
  const facts = [
    { name: <Trans>Fund drive</Trans>, value: told.title },
    { name: <Trans>Withdrawal</Trans>, value: moneyText(told.amount) },
    { name: <Trans>Fee</Trans>, value: moneyText(told.fee) },
    { name: <Trans>You receive</Trans>, value: moneyText(told.net) },
    { name: isNothing ? <Trans>Method</Trans> : <Trans>Sent to</Trans>, value: told.to },
    { name: <Trans>Date</Trans>, value: momentIn(told.language, told.at) },
    ...(told.code ? [{ name: <Trans>Code</Trans>, value: told.code }] : []),
    ...(told.note ? [{ name: <Trans>Note</Trans>, value: told.note }] : []),
  ]
  return <MailFacts facts={isNothing ? facts.filter((_, nr) => nr !== 2 && nr !== 3) : facts} />
}

type MethodTold = { through: string; number: string; at: Date; language: Language }

/** Builds the mail about a new method: an intruder would send the money to themselves, so the owner must know at once. */
function methodAddedMail(told: MethodTold, ways: { reset: string; support: string }): MailTemplate {
  const when = momentIn(told.language, told.at)
  const { support } = ways
  return {
    subject: msg`A new withdrawal method was added`,
    preview: msg`If this wasn't you, act now.`,
    reason: msg`You're getting this because a withdrawal method was added to your account.`,
    body: (
      <>
        <MailHeading>
          <Trans>A new withdrawal method was added</Trans>
        </MailHeading>
        <MailText>
          <Trans>Money that you withdraw can be sent there. It was confirmed with your password.</Trans>
        </MailText>
        <MailFacts
          facts={[
            { name: <Trans>Method</Trans>, value: told.through },
            { name: <Trans>Number</Trans>, value: told.number },
            { name: <Trans>Added</Trans>, value: when },
          ]}
        />
        <MailText>
          <Trans>
            Wasn't you? Choose a new password now, which signs out everyone else, and write to us: {support}
          </Trans>
        </MailText>
        <MailButton href={ways.reset}>
          <Trans>Choose a new password</Trans>
        </MailButton>
      </>
    ),
  }
}
