import { msg } from '@lingui/core/macro'
import type { ShownCategory } from '#app/drives/drive/drive.ts'
import type { Says, Words } from '#app/kit/says.ts'

// Papers of an organiser, for server and browser: what they are for, and what administrators say of them.

export const purposes = ['identity', 'cause', 'payee'] as const
export type Purpose = (typeof purposes)[number]
export const verdicts = ['seen', 'back'] as const
export type CheckVerdict = (typeof verdicts)[number]

export const paperMost = {
  /** The largest photo that may be sent. */
  upload: 8 * 1024 * 1024,
  /** The largest one that is kept. */
  kept: 1024 * 1024,
  photos: 6,
  aDay: 10,
  days: 30,
  words: 120,
}

/** How many days before unseen photos are deleted their owner is told. */
export const warnedDays = 3

export const purposeNames: Record<Purpose, Words> = {
  identity: msg`Your identity`,
  cause: msg`The cause`,
  payee: msg`Who gets the money`,
}

/** Names of the papers for administrators and the audit log. */
export const officeNames: Record<Purpose, Words> = {
  identity: msg`The organiser’s identity`,
  cause: purposeNames.cause,
  payee: purposeNames.payee,
}

export const verdictNames: Record<CheckVerdict, Words> = {
  seen: msg({ message: 'Seen', context: 'papers' }),
  back: msg({ message: 'Taken back', context: 'papers' }),
}

/** Says which paper shows it. That of a cause depends on the drive's category. */
export function whatToShow(purpose: Purpose, category: ShownCategory): Words {
  if (purpose === 'identity') return msg`Your ID card or passport.`
  if (purpose === 'payee')
    return msg`A paper with the name on the account, such as a bank statement, or your number’s name in M-Pesa.`
  if (category === 'Medical') return msg`A letter or a bill of the hospital.`
  if (category === 'Education') return msg`The fee structure of the school.`
  if (category === 'Emergency' || category === 'Community') return msg`A burial permit, or a letter of the chief.`
  return msg`A quotation for what you collect for.`
}

/** A photo of a paper, as its owner and administrators see it in lists. */
export type PaperListed = { id: string; purpose: Purpose; at: Date; deleteAt: Date }

export const paperTexts = {
  added: { title: msg`Photo added` },
  notAdded: { title: msg`The photo could not be added. Please try again.`, tone: 'bad' },
  another: {
    title: msg`Not added: this form was used for another photo`,
    why: msg`If this is one more photo, choose it and press again. If it is the same one, it is in the list already.`,
    tone: 'bad',
  },
  removed: { title: msg`Photo deleted` },
  notRemoved: { title: msg`The photo could not be deleted. Please try again.`, tone: 'bad' },
  photoMissing: msg`Please choose a photo.`,
  noPdf: msg`Please take a photo of it`,
  tooLarge: msg`Please choose a photo of at most 8 MB.`,
  many: msg`There are 6 photos already, and that is the most. Delete one first.`,
  manyToday: msg`You have added 10 photos in 24 hours, and that is the most. Please add the next one tomorrow.`,
  missing: msg`This photo is gone.`,
  driveMissing: msg`This fund drive does not exist any more.`,
  locked: msg`This photo can’t be opened: it was sealed with another DOCUMENTS_KEY. Ask the organiser for a new one.`,
  notShown: { title: msg`The photo could not be shown`, tone: 'bad' },
  own: msg`Another administrator has to look at the papers of this fund drive.`,
  recorded: { title: msg`Check recorded` },
  notRecorded: { title: msg`The check could not be recorded`, tone: 'bad' },
  notSeenYet: msg`This was not recorded as seen, so it can’t be taken back.`,
  methodMissing: msg`Choose the account.`,
  wordsMissing: msg`Please write in a few words what was seen, or why it is taken back.`,
  wordsLong: msg`Please use at most 120 characters.`,
  wordsNumber: msg`Please leave out the numbers of documents.`,
} satisfies Record<string, Says | Words>
