import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ShownCategory } from '#app/drives/drive/drive.ts'
import { DriveTitle, driveContext } from '#app/drives/drive/pages/context.tsx'
import {
  type PaperListed,
  type Purpose,
  paperTexts,
  purposeNames,
  purposes,
  whatToShow,
} from '#app/drives/papers/paper.ts'
import { paperForm } from '#app/drives/papers/paper-forms.ts'
import { addPaper, papersOf, papersSeen } from '#app/drives/papers/papers.server.ts'
import { brand } from '#app/kit/brand.ts'
import type { Language } from '#app/kit/languages.ts'
import type { Answer } from '#app/kit/says.ts'
import { dayIn } from '#app/kit/time.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Field } from '#app/ui/field.tsx'
import { FileInput } from '#app/ui/file-input.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction, useFormKey } from '#app/ui/use-form-action.tsx'
import { smallerPhoto } from '#app/ui/use-upload.ts'
import type { Route } from './+types/papers.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { id, slug, category } = context.get(driveContext)
  const [papers, seen] = await Promise.all([papersOf(db, id), papersSeen(db, id)])
  return { slug, category, papers, seen, formKey: crypto.randomUUID() as string }
}

export const action = formAction({
  form: paperForm,
  page: true,
  done: paperTexts.added,
  failed: paperTexts.notAdded,
  run: async (typed, { context }) => {
    const { id: driveId, slug } = context.get(driveContext)
    await addPaper(db, { driveId, by: context.get(personContext)!.id, ...typed })
    return context.get(askedContext).byScript
      ? { gave: { key: crypto.randomUUID() } }
      : { go: `/fund-drive/${slug}/papers` }
  },
})

/** The three papers that an organiser can show, and what was seen of them. */
export default function Papers({ loaderData, actionData }: Route.ComponentProps) {
  const { slug, category, papers, seen, formKey } = loaderData
  const { t } = useLingui()
  const name = brand()
  return (
    <section className="grid max-w-3xl gap-5 *:min-w-0" aria-labelledby="papers-title">
      <DriveTitle page={t`Papers`} />
      <div className="grid gap-2">
        <h2 id="papers-title" className="text-2xl">
          <Trans>Papers</Trans>
        </h2>
        <p>
          <Trans>Visitors read how many of these three papers we have seen, and never see a photo.</Trans>
        </p>
        <p className="text-muted">{t`Encrypted, seen only by ${name}’s administrators, deleted after 30 days.`}</p>
      </div>
      {purposes.map((purpose) => (
        <PurposeCard
          key={purpose}
          {...{ slug, purpose, category, formKey }}
          papers={papers.filter((one) => one.purpose === purpose)}
          seen={seen[purpose]}
          first={actionData?.typed?.purpose === purpose ? actionData : undefined}
        />
      ))}
      <Card
        level={3}
        title={<Trans>The one it is for</Trans>}
        text={<Trans>Let the one it is for, or a parent, say that they know of your fundraiser.</Trans>}
      >
        <Link to={`/fund-drive/${slug}/beneficiary`} className="inline-flex min-h-11 items-center text-link">
          <Trans>Send them a link</Trans>
        </Link>
      </Card>
    </section>
  )
}

type CardProps = {
  slug: string
  purpose: Purpose
  category: ShownCategory
  papers: PaperListed[]
  seen: Date | null
  formKey: string
  first: Answer | undefined
}

function PurposeCard({ slug, purpose, category, papers, seen, formKey, first }: CardProps) {
  const { t, i18n } = useLingui()
  const day = seen && dayIn(i18n.locale as Language, seen)
  return (
    <Card
      level={3}
      title={i18n._(purposeNames[purpose])}
      text={i18n._(whatToShow(purpose, category))}
      action={day ? <Badge tone="gain">{t`Seen on ${day}`}</Badge> : <Badge>{t`Not seen`}</Badge>}
    >
      <div className="grid gap-4 *:min-w-0">
        {papers.length > 0 && (
          <ul className="grid gap-2">
            {papers.map((paper, at) => (
              <PaperLine key={paper.id} slug={slug} paper={paper} no={at + 1} />
            ))}
          </ul>
        )}
        <Changing>
          <AddForm {...{ slug, purpose, formKey, first }} />
        </Changing>
      </div>
    </Card>
  )
}

function PaperLine({ slug, paper, no }: { slug: string; paper: PaperListed; no: number }) {
  const { t, i18n } = useLingui()
  const { Form, busy } = useFormAction()
  const day = dayIn(i18n.locale as Language, paper.deleteAt)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <span>{t`Photo ${no}, deleted on ${day}`}</span>
      <Changing>
        <Form method="post" action={`/fund-drive/${slug}/papers/remove`}>
          <input type="hidden" name="paper" value={paper.id} />
          <Button variant="secondary" size="small" busy={busy}>
            <Trans>Delete</Trans>
          </Button>
        </Form>
      </Changing>
    </li>
  )
}

function AddForm({ slug, purpose, formKey, first }: Pick<CardProps, 'slug' | 'purpose' | 'formKey' | 'first'>) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<string>()
  const empty = (form: HTMLFormElement | undefined) => {
    form?.reset()
    setChosen(undefined)
  }
  const { Form, busy, answer = first } = useFormAction({ onDone: empty })
  const key = useFormKey(formKey, answer)
  return (
    <Form
      method="post"
      action={`/fund-drive/${slug}/papers`}
      encType="multipart/form-data"
      className="grid gap-3 *:min-w-0"
    >
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="purpose" value={purpose} />
      <Refused answer={answer} />
      <Field label={<Trans>Photo</Trans>} name="photo" answer={answer} required hint={<Trans>Up to 8 MB.</Trans>}>
        <FileInput name="photo" chosen={chosen} onChoose={(file, input) => void choose(file, input, setChosen)} />
      </Field>
      <Button variant="secondary" busy={busy} busyText={t`Uploading...`} className="justify-self-start">
        <Trans>Add a photo</Trans>
      </Button>
    </Form>
  )
}

/** Shrinks what a phone took before it is sent: it stays the file of the input. */
async function choose(file: File | undefined, input: HTMLInputElement, told: (name: string | undefined) => void) {
  told(file?.name)
  const smaller = file && (await smallerPhoto(file))
  if (!smaller || smaller === file || input.files?.[0] !== file) return
  const files = new DataTransfer()
  files.items.add(smaller)
  input.files = files.files
}
