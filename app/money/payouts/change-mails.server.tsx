import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { sql } from 'kysely'
import { fits, inGsm7, smsWith } from '#app/kit/gsm7.ts'
import { knownLanguage, type Language } from '#app/kit/languages.ts'
import { plainSpaces } from '#app/kit/money.ts'
import type { Words } from '#app/kit/says.ts'
import { momentIn } from '#app/kit/time.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { mailTo } from '#app/platform/mail/mail-to.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import { sendSms, smsBrand } from '#app/platform/sms/outbox.server.ts'
import { MailButton, MailHeading, MailNote, type MailTemplate, MailText } from '#app/ui/mail.tsx'
import { Typed } from '#app/ui/typed.tsx'
import { type ChangeFacts, type ChangeNews, changeWords, type GivenBack, givenBackWords } from './change.ts'
import { type ChangeShown, changesRead, sumsBack } from './changes.server.ts'
import { askBySms, type SmsReply, shortWay } from './replies.server.ts'
import { signersOf } from './signatures.server.ts'

// Emails and texts about changes of who must agree to withdrawals, to the owner and all treasurers. No state depends on them.

type Told = { change: ChangeShown; news: ChangeNews; link: string; language: Language; sums: GivenBack }

/** Tells a person of a change by email, or by a text where they have no address. */
export async function mailChange(
  db: Db,
  { changeId, userId, news }: { changeId: number; userId: string; news: ChangeNews },
): Promise<void> {
  const change = await changesRead(db).where('c.id', '=', changeId).executeTakeFirst()
  const person = await db
    .selectFrom('users as u')
    .where('u.id', '=', userId)
    .where('u.deleted_at', 'is', null)
    .select(['u.email', 'u.language'])
    .select(sql<string | null>`case when u.email is null then phone_of(u.id) end`.as('phone'))
    .executeTakeFirst()
  if (!change || !person) return
  const language = knownLanguage(person.language)
  const link = `${publicAddress()}/fund-drive/${change.slug}/payouts/changes`
  const told: Told = { change, news, link, language, sums: await sumsBack(db, change.driveId) }
  if (person.email) return mailTo(person.email, language, changeMail(told))
  if (!person.phone) return
  const { phone } = person
  const key = `change ${changeId} ${news} ${userId}`
  const asks = news === 'asked' && !change.atOnce && (await mayObject(db, change, userId))
  await db
    .transaction()
    .execute(
      (tx): Promise<unknown> =>
        asks
          ? askBySms(tx, { userId, subject: { changeId }, key, phone: phone! }, (reply) => changeSms(told, reply))
          : sendSms(tx, { key, phone: phone!, text: changeSms(told)!, money: true }),
    )
}

/** True for those who can object to a change: a treasurer who counts, or who is to leave. */
const mayObject = async (db: Db, { kind, state, driveId, helper }: ChangeShown, userId: string): Promise<boolean> =>
  state === 'waiting' &&
  ((kind === 'leaves' && helper === userId) ||
    (await signersOf(db, driveId)).some(({ id, counts }) => id === userId && counts))

const reason = msg`You're getting this because you own a fund drive, or are one of its treasurers.`

type Subjects = Record<ChangeNews, (when: string) => Words>

const backSubjects: Omit<Subjects, 'ended'> = {
  asked: (when) => msg`Everything is refunded from ${when}`,
  held: () => msg`A treasurer has objected: nothing is refunded yet`,
  through: (when) => msg`Decided: everything is refunded from ${when}`,
  dropped: () => msg`Nothing is refunded`,
}

const subjects: Omit<Subjects, 'ended'> = {
  asked: (when) => msg`Who must agree changes on ${when}`,
  held: () => msg`A treasurer has objected: who must agree does not change yet`,
  through: (when) => msg`Decided: who must agree changes on ${when}`,
  dropped: () => msg`Who must agree does not change`,
}

function subjectOf({ change, news, sums }: Told, when: string): Words {
  if (news === 'ended') return givenBackWords(sums)
  if (change.kind === 'give_back') return backSubjects[news](when)
  return change.atOnce ? msg`Who must agree has changed` : subjects[news](when)
}

function changeMail(told: Told): MailTemplate {
  const { change, news, link, language } = told
  const when = momentIn(language, change.from)
  return {
    subject: subjectOf(told, when),
    reason,
    body: (
      <>
        <MailHeading>
          {change.kind === 'give_back' ? <Trans>Give everything back</Trans> : <Trans>Who must agree</Trans>}
        </MailHeading>
        <MailText>
          {change.kind === 'give_back' ? (
            <Trans>
              This is about the money of <Typed text={change.title} />.
            </Trans>
          ) : (
            <Trans>
              This is about withdrawals from <Typed text={change.title} />.
            </Trans>
          )}
        </MailText>
        <What {...told} when={when} />
        <MailButton href={link}>
          <Trans>See the change</Trans>
        </MailButton>
        {news === 'asked' && !change.atOnce && (
          <MailNote>
            <Trans>
              Until then a treasurer who counts can object there, and an administrator decides. The owner can drop it.
            </Trans>
          </MailNote>
        )}
      </>
    ),
  }
}

function What({ change, news, when, sums }: Told & { when: string }) {
  const { t, i18n } = useLingui()
  const { heldBy, why, decidedWhy } = change
  const facts = { ...change, name: change.name ?? t`A treasurer`, owner: change.owner ?? t`The owner` }
  const objector = heldBy ?? t`A treasurer`
  return (
    <>
      <MailText>{i18n._(news === 'ended' ? givenBackWords(sums) : changeWords(facts, when))}</MailText>
      {news === 'held' && (
        <MailText>{why ? t`${objector} has objected: ${why}` : t`${objector} has objected.`}</MailText>
      )}
      {news === 'through' && (
        <MailText>
          <Trans>An administrator let it through: {decidedWhy}</Trans>
        </MailText>
      )}
      {news === 'dropped' && (
        <MailText>
          {decidedWhy ? (
            <Trans>An administrator dropped it: {decidedWhy}</Trans>
          ) : (
            <Trans>The owner has dropped it.</Trans>
          )}
        </MailText>
      )}
    </>
  )
}

const short = (text: string | null) =>
  inGsm7(text ?? '')
    .slice(0, 16)
    .trim()

/** Writes the news as a text that fits: the reason is on the page. With a code it is undefined where that leaves no room. */
function changeSms({ change, news, link, language, sums }: Told, reply?: SmsReply): string | undefined {
  const words = wordsIn(language, catalogues[language])
  const facts: ChangeFacts = { ...change, name: short(change.name), owner: short(change.owner) }
  const what = words._(changeWords(facts, momentIn(language, change.from)))
  const drive = inGsm7(change.title).slice(0, 20).trim() || smsBrand()
  if (reply) {
    const { code, number } = reply
    const way = shortWay({ change: change.id })
    const text = (drive: string) => words._(msg`${drive}: ${what} Object: text NO ${code} to ${number}, or ${way}`)
    return fits(text(drive.slice(0, 8))) ? smsWith(drive, text) : undefined
  }
  const texts = (link: string): Record<ChangeNews, (drive: string) => string> => ({
    asked: (drive) =>
      change.atOnce ? words._(msg`${drive}: ${what} ${link}`) : words._(msg`${drive}: ${what} Object: ${link}`),
    held: (drive) => words._(msg`${drive}: A treasurer has objected to a change. ${link}`),
    through: (drive) => words._(msg`${drive}: An administrator let a change through. ${link}`),
    dropped: (drive) => words._(msg`${drive}: A change is dropped. ${link}`),
    ended: (drive) => `${drive}: ${plainSpaces(words._(givenBackWords(sums)))}`,
  })
  // The page's own address holds the drive's name, which may be long.
  const told = texts(fits(texts(link)[news]('')) ? link : shortWay({ change: change.id }))
  return smsWith(drive, told[news])
}
