import { msg } from '@lingui/core/macro'

export const says = {
  duty: {
    title: msg`Administrators sign in with two factors here`,
    text: msg`Turn two-factor sign-in on in your settings first. Nothing was done.`,
  },
  stays: msg`Administrators sign in with two factors here, so it stays on.`,
}
