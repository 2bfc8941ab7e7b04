import { msg } from '@lingui/core/macro'
import { beneficiaryLine } from '#app/drives/beneficiary/beneficiary.server.tsx'
import type { CheckedShown } from '#app/drives/public-page/checked.tsx'
import type { Language } from '#app/kit/languages.ts'
import type { Words } from '#app/kit/says.ts'
import { dayIn } from '#app/kit/time.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { paperNumber, papersSeen } from './papers.server.ts'

// The panel of the public page behind "Verified Fundraiser", in words of the server, so that no visitor loads what is not true of a drive.

type Published = { id: string; publishedAt: Date; publishedWith: 'email' | 'phone' }
/** The confirmed institution that the money goes to, or the one it is for, whose name the account carries; it is null unless it may be shown. */
type Paid = { name: string; confirmedAt: Date } | { beneficiary: string | null } | undefined
type Of = Published & {
  db: Db
  paid: Paid
  language: Language
  seen: Awaited<ReturnType<typeof papersSeen>>
  dayOf: (at: Date) => string
}

/** A line of the panel: `done` is false for what was not checked. Null where there is nothing to say. */
type PanelLine = { text: Words | string; done: boolean } | null

/** The lines of the panel, in their order. Another thing that can be checked is one more function. */
const panelLines: ((of: Of) => PanelLine | Promise<PanelLine>)[] = [
  contactLine,
  identityLine,
  causeLine,
  payeeLine,
  ({ db, id, language }) => beneficiaryLine(db, id, language),
]

function contactLine({ publishedAt, publishedWith, dayOf }: Of): PanelLine {
  const day = dayOf(publishedAt)
  const text =
    publishedWith === 'phone'
      ? msg`The organiser’s phone was confirmed, ${day}.`
      : msg`The organiser’s email was confirmed, ${day}.`
  return { text, done: true }
}

function identityLine({ seen: { identity }, dayOf }: Of): PanelLine {
  if (!identity) return { text: msg`We have not seen the organiser’s identity.`, done: false }
  return { text: msg`We saw the organiser’s identity document on ${dayOf(identity)}.`, done: true }
}

function causeLine({ seen: { cause, causeWords }, dayOf }: Of): PanelLine {
  if (!cause) return { text: msg`We have seen no paper of the cause.`, done: false }
  return { text: msg`We saw a paper of the cause on ${dayOf(cause)}: ${causeWords}.`, done: true }
}

function payeeLine({ paid, seen: { payee }, dayOf }: Of): PanelLine {
  if (paid && 'name' in paid)
    return {
      text: msg`Money goes to ${paid.name}, whose number we confirmed on ${dayOf(paid.confirmedAt)}.`,
      done: true,
    }
  if (!payee) return { text: msg`We have not checked who gets the money.`, done: false }
  if (paid?.beneficiary)
    return { text: msg`The account carries the name of ${paid.beneficiary}, ${dayOf(payee)}.`, done: true }
  if (paid) return { text: msg`The account carries the name of the one it is for, ${dayOf(payee)}.`, done: true }
  return { text: msg`The account carries the organiser’s name, ${dayOf(payee)}.`, done: true }
}

/** Says what was checked of a drive, in the reader's language. */
export async function checkedShown(
  db: Db,
  drive: Published & { paid: Promise<Paid> },
  language: Language,
): Promise<CheckedShown> {
  const words = wordsIn(language, catalogues[language])
  const [seen, paid] = await Promise.all([papersSeen(db, drive.id), drive.paid])
  const of: Of = { ...drive, db, language, paid, seen, dayOf: (at) => dayIn(language, at) }
  const lines = await Promise.all(panelLines.map((line) => line(of)))
  const n = paperNumber(seen)
  return {
    badge: n > 0 ? words._(msg`${n} of 3 papers seen`) : null,
    lines: lines.flatMap((line) =>
      line ? [{ text: typeof line.text === 'string' ? line.text : words._(line.text), done: line.done }] : [],
    ),
    note: words._(msg`A paper can be forged. Give to people you know, or ask someone who knows them.`),
  }
}
