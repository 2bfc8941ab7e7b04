import { msg } from '@lingui/core/macro'
import type { DecisionWords } from '#app/office/decision.ts'
import type { PersonSeen } from './office.ts'

// What is decided about a person, and what is said of it.

const page = ({ id }: Record<string, string | undefined>) => `/admin/system-users/${id}`
const whyHint = msg`For administrators only.`
type Words = DecisionWords<PersonSeen>

export const suspending: Words = {
  page,
  danger: true,
  done: { title: msg`Person suspended` },
  failed: { title: msg`Failed to suspend this person`, tone: 'bad' },
  title: ({ fullName }) => msg`Suspend ${fullName}`,
  text: ({ email }) =>
    msg`${email} is signed out everywhere and can’t sign in. Visitors can’t find their fund drives, and nothing is withdrawn. Payments already started still arrive.`,
  whyHint: msg`For administrators only. The person is told that they are suspended, not why.`,
  confirm: msg`Suspend`,
  busy: msg`Suspending...`,
}

export const restoring: Words = {
  page,
  whyHint,
  done: { title: msg`Person restored` },
  failed: { title: msg`Failed to restore this person`, tone: 'bad' },
  title: ({ fullName }) => msg`Restore ${fullName}`,
  text: ({ email }) => msg`${email} can sign in again, and visitors can find their fund drives again.`,
  confirm: msg`Restore`,
  busy: msg`Restoring...`,
}

export const endingSessions: Words = {
  page,
  whyHint,
  danger: true,
  done: { title: msg`Sessions ended` },
  failed: { title: msg`Failed to end the sessions`, tone: 'bad' },
  title: ({ fullName }) => msg`End the sessions of ${fullName}`,
  text: ({ email }) => msg`${email} is signed out on every device, and can sign in again at once.`,
  confirm: msg`End sessions`,
  busy: msg`Ending...`,
}

export const changingRole: Words = {
  page,
  whyHint,
  done: { title: msg`Role changed` },
  failed: { title: msg`Failed to change the role`, tone: 'bad' },
  title: ({ fullName }) => msg`Change the role of ${fullName}`,
  text: () => msg`The person gets an email. Their open pages change at once.`,
  confirm: msg`Change role`,
  busy: msg`Changing...`,
}
