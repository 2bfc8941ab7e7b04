import { msg } from '@lingui/core/macro'
import type { Says, Words } from '#app/kit/says.ts'

// Institutions that withdrawals can go straight to: hospitals, schools and others whose number two administrators confirmed.

export const institutionKinds = {
  hospital: msg`Hospital`,
  school: msg`School or college`,
  mortuary: msg`Mortuary or funeral home`,
  other: msg({ message: 'Other', context: 'an institution' }),
} satisfies Record<string, Words>
export type InstitutionKind = keyof typeof institutionKinds
export const institutionKindNames = Object.keys(institutionKinds) as InstitutionKind[]

/** The most characters of a name, of the source of a number, and of the number of a patient or pupil. */
export const institutionMost = { name: 100, source: 200, account: 40, listed: 500 }

/** An institution that an owner can choose. */
export type InstitutionChoice = { id: string; name: string }

/** Returns the number of a patient or pupil in one spelling; undefined for one that no institution has. */
export function patientNumberIn(typed: string): string | undefined {
  const number = typed.toUpperCase().replace(/\s+/g, ' ').trim()
  return /^[0-9A-Z][0-9A-Z /.-]{0,39}$/.test(number) ? number : undefined
}

export const institutionTexts = {
  nameShape: msg`Please write its name in 2 to 100 letters`,
  kindMissing: msg`Choose what it is`,
  paybillShape: msg`Please write the Paybill number with 5 to 7 digits`,
  oneWay: msg`Please write a Paybill number, or the bank, the account number and the name on the account, but not both`,
  bankShape: msg`Please write the bank’s name in 1 to 100 letters`,
  holderShape: msg`Please write the name on the account in 1 to 100 letters`,
  accountShape: msg`Please write the account number with 4 to 34 letters and numbers`,
  sourceShape: msg`Please write in 1 to 200 letters where you have the number from, and how you called back`,
  nameTaken: msg`An institution with this name is in the list already`,
  patientNumber: msg`Please write the patient’s or pupil’s number with at most 40 letters and numbers`,
  notConfirmed: msg`We have not confirmed the number of this institution`,
  ended: (name: string) => msg`Nothing is sent to ${name} any more. Please choose another withdrawal method.`,
  endedAtComplete: (name: string) =>
    msg`${name} is ended in the list of institutions: nothing is sent there any more. Decline the request, so that the owner can choose another method.`,
  missing: msg`This institution is not in the list any more`,
  confirmedBefore: msg`The number of this institution is confirmed already`,
  endedBefore: msg`This institution was ended already`,
  added: { title: msg`Added: 1 of 2`, text: msg`Another administrator has to confirm the number.` },
  notAdded: { title: msg`The institution could not be added`, tone: 'bad' },
  asked: {
    title: msg`We have your request`,
    text: msg`We call the institution back, and write to you when it is in the list.`,
  },
  notAsked: { title: msg`Your request could not be sent. Please try again.`, tone: 'bad' },
  whereMissing: msg`Please write where we find its number, for example on which bill`,
  whereLong: msg`Please use at most 500 characters.`,
} satisfies Record<string, Words | Says | ((name: string) => Words)>
