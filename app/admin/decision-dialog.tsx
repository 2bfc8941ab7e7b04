import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useLocation, useMatches, useOutletContext, useParams } from 'react-router'
import type { Answer, Says, Words } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmField } from '#app/ui/confirm-field.tsx'
import { AddressDialog } from '#app/ui/dialog.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'

type Route = {
  /** The data of the route's own loader; else of the page below. */
  loaderData?: unknown
  /** The server's answer to a form sent without JavaScript. */
  actionData?: Answer | undefined
}

type Fields<Seen> = (seen: Seen, answer: Answer | undefined) => ReactNode

/** Makes the page of a decision from its words; `fields` are further parts of its form, above the reason. */
export const decisionDialog = <Seen,>(words: DecisionWords<Seen>, fields?: Fields<Seen>) => {
  const made = { words: words as DecisionWords<unknown>, fields: fields as Fields<unknown> | undefined }
  return (route: Route) => <DecisionDialog {...route} {...made} />
}

type Pages = Record<string, (route: Route) => ReactNode>

/** Joins the pages of several decisions in one file, each under its address in app/routes.ts, as `actions` joins their form actions. */
export const decisionDialogs = (pages: Pages) => (route: Route) => <DecisionAt {...route} pages={pages} />

function DecisionAt({ pages, ...route }: Route & { pages: Pages }) {
  const { id } = useMatches().at(-1)!
  const Page = pages[Object.keys(pages).find((address) => id.endsWith(`/${address}`))!]!
  return <Page {...route} />
}

type DecisionProps = Route & { words: DecisionWords<unknown>; fields: Fields<unknown> | undefined }

/** A decision's form: its reason, and the confirm field. The dialog has its own address, so that it works without JavaScript, too. */
function DecisionDialog({ loaderData, actionData, words, fields }: DecisionProps) {
  const below = useOutletContext<unknown>()
  const seen = loaderData ?? below
  const { i18n } = useLingui()
  const { pathname, search } = useLocation()
  const back = words.page(useParams(), search)
  const { Form, busy, answer = actionData } = useFormAction()
  return (
    <AddressDialog closeTo={back} title={i18n._(words.title(seen))} text={i18n._(words.text(seen))}>
      <Form method="post" action={pathname + search} noValidate className="grid gap-5">
        <Refused answer={answer} />
        {fields?.(seen, answer)}
        <Field name="why" label={<Trans>Reason</Trans>} answer={answer} required hint={i18n._(words.whyHint)}>
          <TextArea rows={3} maxLength={1000} />
        </Field>
        <ConfirmField answer={answer} />
        <Button
          variant={words.danger ? 'danger' : 'primary'}
          size="large"
          wide
          busy={busy}
          busyText={i18n._(words.busy)}
        >
          {i18n._(typeof words.confirm === 'function' ? words.confirm(seen) : words.confirm)}
        </Button>
      </Form>
    </AddressDialog>
  )
}

const Refused = ({ answer }: { answer: Answer | undefined }) =>
  answer && !answer.ok && answer.says ? (
    <Notice tone="stop" title={answer.says.title}>
      {answer.says.text}
    </Notice>
  ) : null

/** The words of a decision, for its dialog and for the message afterwards. `Seen` is the data that its dialog has. */
export type DecisionWords<Seen> = {
  done: Says
  failed: Says
  /** The page below the dialog, which the decision returns to. */
  page: (params: Record<string, string | undefined>, search: string) => string
  title: (seen: Seen) => Words
  /** The consequences of the decision. */
  text: (seen: Seen) => Words
  /** Names the readers of the reason. */
  whyHint: Words
  /** The button's label; `busy` is its label while the form is sent. */
  confirm: Words | ((seen: Seen) => Words)
  busy: Words
  danger?: boolean
}
