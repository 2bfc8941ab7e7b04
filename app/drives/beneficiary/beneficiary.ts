import { msg } from '@lingui/core/macro'
import type { Says, Words } from '#app/kit/says.ts'

// The person a drive is for. Its owner names them, we send them a link, and they say whether they know of the drive.

export const beneficiaryMost = { name: 100, relation: 60, contact: 254 }

export type BeneficiaryAnswer = 'yes' | 'no'

export const beneficiaryTexts = {
  nameShape: msg`Please write their name in 1 to 100 letters`,
  relationShape: msg`Please write in 1 to 60 letters how you know them`,
  contactShape: msg`Please write an email address, or a Kenyan phone number such as 0712 345 678`,
  ownContact: msg`This is your own contact, or that of a person who helps you. Please write the contact of the one it is for.`,
  sent: { title: msg`Saved: we have sent them a link` },
  notSent: { title: msg`This could not be saved. Please try again.`, tone: 'bad' },
  answered: { title: msg`Thank you: your answer is kept` },
  notAnswered: { title: msg`Your answer was not kept`, tone: 'bad' },
  linkCut: msg`This link is not complete, or a newer one was sent.`,
  ownLink: msg`You manage this fundraiser: only the one it is for can answer.`,
  answeredBefore: msg`You have answered already. Write to us if that was wrong.`,
} satisfies Record<string, Says | Words>

const jobs = {
  'tell-beneficiary': msg`The link to the person a fund drive is for`,
  'sweep-beneficiaries': msg`Deleting contacts of people whose fund drive has ended`,
} satisfies Record<string, Words>

/** The declarations of this noun, for app/admin/declared.ts. */
export const beneficiaryDeclared = { jobs }

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'tell-beneficiary': { driveId: string; linkKey: string }
    'sweep-beneficiaries': Record<never, never>
  }
}
