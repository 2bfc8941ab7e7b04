import { saveMailWishes, signOutDevice, signOutEverywhere } from '#app/people/accounts/account.server.ts'
import { accountTexts, emailChangeTexts, phoneTexts } from '#app/people/accounts/account.ts'
import { askedPhoneCookie, askedPhoneIn, lastPersonGone, phoneMarkOf } from '#app/people/accounts/cookies.server.ts'
import { resendConfirmation } from '#app/people/accounts/email.server.ts'
import { askMoveCode, cancelEmailChange } from '#app/people/accounts/email-change.server.ts'
import { deviceForm, mailForm, removePhoneForm } from '#app/people/accounts/forms.ts'
import { askOwnAgain, removePhone } from '#app/people/accounts/own-phone.server.ts'
import { toasts } from '#app/people/accounts/people.ts'
import { noCodeAsked } from '#app/people/accounts/phone-codes.server.ts'
import { tryOwnEmail } from '#app/people/accounts/refused-email.server.ts'
import { refusedEmailTexts } from '#app/people/accounts/refused-email.ts'
import { personContext, sessionCookieGone } from '#app/people/accounts/session.server.ts'
import { mailLimits } from '#app/people/accounts/sign-in.server.ts'
import { db } from '#app/platform/db.server.ts'
import { actions, formAction } from '#app/platform/form-action.server.ts'
import { askedContext, languageContext } from '#app/platform/request.server.ts'

export const action = actions({
  'email/cancel': formAction({
    done: emailChangeTexts.cancelled,
    failed: { title: emailChangeTexts.notAsked, tone: 'bad' },
    run: async (_, { context }) => void (await cancelEmailChange(db, context.get(personContext)!.id)),
  }),
  'email/again': formAction({
    done: refusedEmailTexts.tried,
    failed: { title: refusedEmailTexts.notTried, tone: 'bad' },
    run: async (_, { context }) => void (await tryOwnEmail(db, context.get(personContext)!)),
  }),
  // Sends the mail that confirms one's own address once more.
  'dashboard/confirm-email': formAction({
    done: toasts.mailSent,
    failed: toasts.mailFailed,
    limits: (_, { context }) => mailLimits(context.get(personContext)!.email ?? '', context.get(askedContext).address),
    run: async (_, { context }) => void (await resendConfirmation(db, context.get(personContext)!.email ?? '')),
  }),
  'email/phone': formAction({
    failed: { title: phoneTexts.notSent, tone: 'bad' },
    run: async (_, { request, context }) => {
      const [mark, language, { address, id: number }] = [
        phoneMarkOf(request),
        context.get(languageContext),
        context.get(askedContext),
      ]
      const userId = context.get(personContext)!.id
      const phone = await askMoveCode(db, userId, { mark, language, number }, { address, request })
      return { go: '/settings/email/code', says: phoneTexts.sentToOwn, cookies: [askedPhoneCookie({ mark, phone })] }
    },
  }),
  'phone/again': formAction({
    failed: { title: phoneTexts.notSent, tone: 'bad' },
    run: async (_, { request, context }) => {
      const asked = askedPhoneIn(request)
      if (!asked) throw noCodeAsked()
      const [language, { address, id: number }] = [context.get(languageContext), context.get(askedContext)]
      await askOwnAgain(db, context.get(personContext)!.id, { ...asked, language, number }, { address, request })
      return { go: '/settings/phone/code', says: phoneTexts.sentToOwn, cookies: [askedPhoneCookie(asked)] }
    },
  }),
  preferences: formAction({
    form: mailForm,
    done: { title: accountTexts.settled },
    failed: { title: accountTexts.notSettled, tone: 'bad' },
    run: async (wishes, { context }) => void (await saveMailWishes(db, context.get(personContext)!.id, wishes)),
  }),
  'phone/remove': formAction({
    form: removePhoneForm,
    done: phoneTexts.removed,
    failed: { title: phoneTexts.notRemoved, tone: 'bad' },
    run: async ({ phone }, { context }) => void (await removePhone(db, context.get(personContext)!.id, phone)),
  }),
  'sign-out-everywhere': formAction({
    done: { title: accountTexts.allEnded },
    failed: { title: accountTexts.notAllEnded, tone: 'bad' },
    run: async (_, { context }) => {
      await signOutEverywhere(db, context.get(personContext)!.id)
      return { go: '/', cookies: [sessionCookieGone(), lastPersonGone()] }
    },
  }),
  'sign-out-session': formAction({
    form: deviceForm,
    done: { title: accountTexts.deviceEnded },
    failed: { title: accountTexts.deviceNotEnded, tone: 'bad' },
    run: async ({ device }, { context }) => void (await signOutDevice(db, context.get(personContext)!.id, device)),
  }),
})
