import type { MiddlewareFunction } from 'react-router'
import { buyViewsTexts } from '#app/drives/views/package.ts'
import { createSubscriptionForm } from '#app/drives/views/view-forms.ts'
import { buyViews, purchaseLimits } from '#app/money/payments/purchase.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { call } from '#app/platform/http/api.server.ts'
import { askedContext, languageContext, wordsContext } from '#app/platform/request.server.ts'

// POST { package_id, fund_drive_id } with the owner's session: starts the purchase of views and says where it is paid.

export const middleware: MiddlewareFunction<Response>[] = [
  ({ context }) => {
    if (context.get(personContext)) return
    throw Response.json({ error: context.get(wordsContext)._(buyViewsTexts.signInFirst) }, { status: 401 })
  },
]

export const action = call({
  form: createSubscriptionForm,
  limits: (_, { context }) => purchaseLimits(context.get(personContext)!.id),
  run: async ({ package_id: packageId, fund_drive_id: driveId }, { context }) => {
    const { origin } = context.get(askedContext)
    const around = { language: context.get(languageContext), origin }
    const { url } = await buyViews(db, context.get(personContext)!, { driveId, packageId }, around)
    return { authorization_url: url }
  },
})
