import { askedPhoneCookie, askedPhoneIn } from '#app/features/people/asked-phone.server.ts'
import { askOwnAgain } from '#app/features/people/own-phone.server.ts'
import { says } from '#app/features/people/phone.ts'
import { noCodeAsked } from '#app/features/people/phone-codes.server.ts'
import { personContext } from '#app/features/people/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { askedContext, languageContext } from '#app/platform/request.server.ts'

export const action = deed({
  failed: { title: says.notSent, tone: 'bad' },
  run: async (_, { request, context }) => {
    const asked = askedPhoneIn(request)
    if (!asked) throw noCodeAsked()
    const [language, { address, id: number }] = [context.get(languageContext), context.get(askedContext)]
    await askOwnAgain(db, context.get(personContext)!.id, { ...asked, language, number }, { address, request })
    return { go: '/settings/phone/code', says: says.sentToOwn, cookies: [askedPhoneCookie(asked)] }
  },
})
