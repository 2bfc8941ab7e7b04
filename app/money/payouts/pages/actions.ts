import { driveContext } from '#app/drives/drive/pages/context.tsx'
import { momentIn } from '#app/kit/time.ts'
import { changeTexts } from '#app/money/payouts/change.ts'
import { setSignatures } from '#app/money/payouts/changes.server.ts'
import { cancelRequest } from '#app/money/payouts/decide.server.ts'
import { removeMethod } from '#app/money/payouts/method.server.ts'
import { payoutTexts } from '#app/money/payouts/payout.ts'
import { cancelPayoutForm, methodForm, namedForm, signaturesForm } from '#app/money/payouts/payout-forms.ts'
import { nameSigner } from '#app/money/payouts/signatures.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { actions, formAction } from '#app/platform/form-action.server.ts'
import { languageContext } from '#app/platform/request.server.ts'

export const action = actions({
  'payouts/methods/remove': formAction({
    form: methodForm,
    done: payoutTexts.methodRemoved,
    failed: payoutTexts.removeFailed,
    run: async ({ method }, { context }) => {
      await removeMethod(db, context.get(personContext)!.id, method)
      return {}
    },
  }),
  'settings/signatures': formAction({
    form: signaturesForm,
    done: payoutTexts.numberSet,
    failed: payoutTexts.numberFailed,
    limits: (_, { context }) => [
      { name: 'signatures', key: context.get(personContext)!.id, times: 10, seconds: 86_400 },
    ],
    run: async ({ signatures }, { context, params }) => {
      const language = context.get(languageContext)
      const mine = { ownerId: context.get(personContext)!.id, slug: params.slug! }
      const from = await setSignatures(db, mine, signatures, language)
      const later = from && { ...changeTexts.asked, text: changeTexts.later(momentIn(language, from)) }
      return { go: `/fund-drive/${params.slug}/settings`, ...(later ? { says: later } : {}) }
    },
  }),
  'payouts/named': formAction({
    form: namedForm,
    done: payoutTexts.numberSet,
    failed: payoutTexts.numberFailed,
    run: async ({ named, payout }, { context, params }) => {
      const by = context.get(personContext)!.id
      await nameSigner(db, { driveId: context.get(driveContext).id, by, named: named === 'on' })
      return { go: `/fund-drive/${params.slug}/payouts${payout ? `/${payout}` : ''}` }
    },
  }),
  'payouts/cancel': formAction({
    form: cancelPayoutForm,
    done: payoutTexts.cancelled,
    failed: payoutTexts.cancelFailed,
    run: async ({ request }, { context }) => {
      await cancelRequest(db, request, { driveId: context.get(driveContext).id, by: context.get(personContext)!.id })
      return {}
    },
  }),
})
