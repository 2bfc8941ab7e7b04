import { msg } from '@lingui/core/macro'

// The words about buying views.

export const buyViewsTexts = {
  redirected: { title: msg`Redirected to Payment`, text: msg`Finish paying in the other tab.` },
  failed: { title: msg`Failed to create subscription. Please try again.`, tone: 'bad' },
  notLoaded: msg`Failed to load subscription packages.`,
  signInFirst: msg`Please sign in first.`,
  noDrive: msg`Fund drive not found.`,
  noEmail: {
    title: msg`Add an email address first`,
    text: msg`The page where views are paid asks for one. You can add it in your settings.`,
  },
  noPackage: msg`This package is not for sale any more.`,
  otherPrice: msg`The price has changed meanwhile. Please look at it again.`,
} as const
