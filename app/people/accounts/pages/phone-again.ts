import { askedPhoneCookie, askedPhoneIn } from '#app/people/accounts/asked-phone.server.ts'
import { askOwnAgain } from '#app/people/accounts/own-phone.server.ts'
import { phoneTexts } from '#app/people/accounts/phone.ts'
import { noCodeAsked } from '#app/people/accounts/phone-codes.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { askedContext, languageContext } from '#app/platform/request.server.ts'

export const action = deed({
  failed: { title: phoneTexts.notSent, tone: 'bad' },
  run: async (_, { request, context }) => {
    const asked = askedPhoneIn(request)
    if (!asked) throw noCodeAsked()
    const [language, { address, id: number }] = [context.get(languageContext), context.get(askedContext)]
    await askOwnAgain(db, context.get(personContext)!.id, { ...asked, language, number }, { address, request })
    return { go: '/settings/phone/code', says: phoneTexts.sentToOwn, cookies: [askedPhoneCookie(asked)] }
  },
})
