import { msg } from '@lingui/core/macro'

// Texts about an address that a mail server refused permanently.

export const refusedEmailTexts = {
  tried: { title: msg`We write to you again`, text: msg`Look for our email within a few minutes.` },
  notTried: msg`Your address could not be tried`,
  tomorrow: msg`You can try once a day. Please try again tomorrow, or change the address.`,
  lifted: { title: msg`Emails go to this address again` },
  notLifted: { title: msg`The address could not be changed`, tone: 'bad' as const },
  notListed: msg`This address is not on the list.`,
}
