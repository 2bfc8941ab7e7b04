import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { data, redirect } from 'react-router'
import { titled } from '#app/kit/brand.ts'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import type { Answer } from '#app/kit/says.ts'
import { dayIn, noonOf } from '#app/kit/time.ts'
import {
  askBackByCode,
  askBackByKey,
  backOf,
  opensBack,
  proofLimits,
  sendProof,
  waitForCode,
} from '#app/money/refunds/ask-back.server.ts'
import { type BackGift, backTexts } from '#app/money/refunds/refund.ts'
import { backMarkCookie, backMarkIn, newBackMark } from '#app/people/accounts/cookies.server.ts'
import { phoneCodeForm } from '#app/people/accounts/forms.ts'
import { PhoneCodeForm, SendCodeAgain } from '#app/people/accounts/phone-code-form.tsx'
import { noCodeAsked, triedLimits } from '#app/people/accounts/phone-codes.server.ts'
import { db } from '#app/platform/db.server.ts'
import { type Args, actions, formAction, type LoaderArgs, loaders } from '#app/platform/form-action.server.ts'
import { askedContext, languageContext } from '#app/platform/request.server.ts'
import { NotFound } from '#app/site/not-found.tsx'
import { OneThing, OwnPages } from '#app/site/own-pages.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { Typed } from '#app/ui/typed.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'

// A giver asks for a gift back. Anyone who has the receipt's link may open these pages; only a proof from the gift's own address or phone
// asks for the money.

/** `link`: the address of a button from our email, and whether it is still good. `wait`: seconds until another code can be texted. */
type Seen = { gift: BackGift; step: 'ask' } | { gift: BackGift; step: 'code'; wait: number } | ByLink
type ByLink = { gift: BackGift; step: 'link'; key: string; good: boolean }

const kept = { 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex' }
const shown = (seen: Seen) => data<Seen | null>(seen, { headers: kept })
const askerOf = ({ request, context }: Args) => ({ request, address: context.get(askedContext).address })
const pathOf = ({ receipt = '' }: Args['params']) => `/receipt/${receipt}/back` as const

async function giftAt({ params }: LoaderArgs): Promise<BackGift> {
  const gift = await backOf(db, params.receipt ?? '')
  if (!gift) throw data(null, { status: 404, headers: kept })
  return gift
}

export const loader = loaders({
  'receipt/:receipt/back': async (asking) => shown({ gift: await giftAt(asking), step: 'ask' }),
  'receipt/:receipt/back/code': async (asking) => {
    const gift = await giftAt(asking)
    const wait = await waitForCode(db, gift.receipt, askerOf(asking))
    if (wait === undefined || !backMarkIn(asking.request)) throw redirect(pathOf(asking.params), 303)
    return shown({ gift, step: 'code', wait })
  },
  'receipt/:receipt/back/:key': async (asking) => {
    const gift = await giftAt(asking)
    const key = asking.params.key ?? ''
    return shown({ gift, step: 'link', key, good: await opensBack(db, gift.receipt, key) })
  },
})

export const headers = () => kept

export const action = actions({
  'receipt/:receipt/back': formAction({
    page: true,
    failed: backTexts.notAsked,
    limits: (_, { context }) => proofLimits(context.get(askedContext).address),
    run: async (_, asking) => {
      const { request, context, params } = asking
      const mark = backMarkIn(request) ?? newBackMark()
      const { id: number } = context.get(askedContext)
      const language = context.get(languageContext)
      const by = await sendProof(db, params.receipt ?? '', { asker: askerOf(asking), mark, language, number })
      if (by === 'email') return { go: pathOf(params), says: backTexts.mailed }
      return { go: `${pathOf(params)}/code`, cookies: [backMarkCookie(mark)] }
    },
  }),
  'receipt/:receipt/back/code': formAction({
    form: phoneCodeForm,
    page: true,
    secret: ['code'],
    failed: backTexts.notAsked,
    limits: (_, { context }) => triedLimits(context.get(askedContext).address),
    run: async ({ code }, asking) => {
      const mark = backMarkIn(asking.request)
      if (!mark) throw noCodeAsked()
      await askBackByCode(db, asking.params.receipt ?? '', { mark, code, asker: askerOf(asking) })
      return { go: pathOf(asking.params) }
    },
  }),
  'receipt/:receipt/back/:key': formAction({
    page: true,
    failed: backTexts.notAsked,
    run: async (_, { params }) => {
      await askBackByKey(db, params.receipt ?? '', params.key ?? '')
      return { go: pathOf(params) }
    },
  }),
})

type Props = { loaderData: Seen | null; actionData?: Answer | undefined }

export default function ReceiptBack({ loaderData: seen, actionData: first }: Props) {
  const { t } = useLingui()
  if (!seen) return <NotFound />
  const { gift } = seen
  const sum = moneyText(gift.amount)
  return (
    <OwnPages>
      <title>{titled(t`Ask for ${sum} back`)}</title>
      <meta name="robots" content="noindex" />
      <OneThing
        title={<Trans>Ask for {sum} back</Trans>}
        text={<span dir="auto">{gift.title}</span>}
        back={{ to: `/receipt/${gift.receipt}`, label: <Trans>Receipt</Trans> }}
      >
        <div className="grid gap-5">
          {gift.is === 'ask' ? <Step seen={seen} first={first} /> : <Standing gift={gift} />}
        </div>
      </OneThing>
    </OwnPages>
  )
}

type StepProps = { seen: Seen; first: Answer | undefined }

function Step({ seen, first }: StepProps) {
  const { t } = useLingui()
  const { gift } = seen
  const path = `/receipt/${gift.receipt}/back` as const
  const sum = moneyText(gift.amount)
  if (seen.step === 'code')
    return (
      <>
        <p>
          <Trans>
            We have texted a code to <span className="whitespace-nowrap">{gift.shown}</span>.
          </Trans>
        </p>
        <PhoneCodeForm
          action={`${path}/code`}
          button={<Trans>Ask for {sum} back</Trans>}
          busyText={t`Sending...`}
          first={first}
        />
        <SendCodeAgain action={path} wait={seen.wait} />
      </>
    )
  if (seen.step === 'link' && seen.good)
    return (
      <Pressed action={`${path}/${seen.key}`} first={first} button={<Trans>Ask for {sum} back</Trans>}>
        <WhileHeld gift={gift} />
      </Pressed>
    )
  return (
    <>
      {seen.step === 'link' && <Notice tone="warn" title={t(backTexts.linkOver)} />}
      <Pressed
        action={path}
        first={seen.step === 'link' ? undefined : first}
        button={gift.by === 'email' ? <Trans>Email me the button</Trans> : <Trans>Text me a code</Trans>}
      >
        <WhileHeld gift={gift} />
        <p>
          {gift.by === 'email' ? (
            <Trans>We email a button to {gift.shown}: only its reader can ask for the gift.</Trans>
          ) : (
            <Trans>We text six digits to {gift.shown}: only the phone that paid can ask for the gift.</Trans>
          )}
        </p>
      </Pressed>
    </>
  )
}

function WhileHeld({ gift: { title, until } }: { gift: BackGift }) {
  const { i18n } = useLingui()
  const day = dayIn(i18n.locale as Language, noonOf(until))
  return (
    <p>
      <Trans>
        Until {day}, <Typed text={title} /> can send your gift back while it still holds it.
      </Trans>
    </p>
  )
}

type PressedProps = { action: string; first: Answer | undefined; button: ReactNode; children: ReactNode }

function Pressed({ action, first, button, children }: PressedProps) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  return (
    <Form method="post" action={action} className="grid gap-5">
      <Refused answer={answer} />
      {children}
      <Button size="large" wide busy={busy} busyText={t`Sending...`}>
        {button}
      </Button>
    </Form>
  )
}

/** Says how far the gift is on its way back, or why it can't go back from here. */
function Standing({ gift: { is, amount, days, number } }: { gift: BackGift }) {
  const { t } = useLingui()
  const sum = moneyText(amount)
  if (is === 'on its way')
    return (
      <Notice tone="gain" title={<Trans>{sum} is on its way back.</Trans>}>
        <Trans>M-Pesa: mostly within a day. Card and bank: up to 10 working days.</Trans>
      </Notice>
    )
  if (is === 'office') return <Notice title={<Trans>We look at this within a day.</Trans>} />
  if (is === 'back') return <Notice title={t(backTexts.isBack)} />
  const why = {
    gone: backTexts.gone,
    over: backTexts.over(days),
    disputed: backTexts.disputed,
    'no contact': backTexts.noContact,
    ask: backTexts.gone,
  }
  return (
    <>
      <Notice tone="warn" title={t(why[is])} />
      <p>
        <Trans>Write to us, and name {number}. We ask the organiser.</Trans>
      </p>
      <LinkButton to="/about/help/write" variant="secondary">
        <Trans>Write to us</Trans>
      </LinkButton>
    </>
  )
}
