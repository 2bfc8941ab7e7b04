import { askedPhoneCookie, phoneMarkOf } from '#app/people/accounts/asked-phone.server.ts'
import { askMoveCode } from '#app/people/accounts/email-move.server.ts'
import { phoneTexts } from '#app/people/accounts/phone.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { askedContext, languageContext } from '#app/platform/request.server.ts'

export const action = deed({
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
})
