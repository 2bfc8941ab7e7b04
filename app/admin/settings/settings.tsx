import { Trans, useLingui } from '@lingui/react/macro'
import {
  changeClass,
  changeWay,
  SecondNeeded,
  SettingsLine,
  settingClass,
  WhyLine,
} from '#app/admin/small-decision.tsx'
import { PackageList } from '#app/drives/views/admin/package-list.tsx'
import { packagesNow } from '#app/drives/views/admin/packages.server.ts'
import type { ChoiceName } from '#app/kit/choices.ts'
import { languages } from '#app/kit/languages.ts'
import { type AboutPage, aboutPages } from '#app/people/about/about.server.ts'
import { bodyMax, titles } from '#app/people/about/about.ts'
import { db } from '#app/platform/db.server.ts'
import { AdminPage } from '#app/site/admin-page.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Field, Input, Select, TextArea } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { foldAway, useFormAction } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/settings.ts'
import { choiceGroups, choiceWords } from './choice.ts'
import { type ChoiceState, standingChoices, type TextsNow, textsNow } from './choices.server.ts'
import { LogoLine } from './logo-line.tsx'

export async function loader() {
  const [standing, packages, pages] = await Promise.all([standingChoices(db), packagesNow(db), aboutPages(db)])
  return {
    standing,
    packages,
    pages,
    texts: textsNow(),
    rate: Number(standing.find(({ name }) => name === 'USD_KES_RATE')!.value),
  }
}

export default function Settings({ loaderData: { standing, packages, pages, texts, rate } }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <AdminPage
      page={t`Settings`}
      text={
        <Trans>
          Settings for the whole platform. Each change is logged with who made it and why. Existing agreements don’t
          change.
        </Trans>
      }
    >
      <TextsNotice texts={texts} />
      <ChoiceList standing={standing} />
      <LogoLine logo={standing.find(({ name }) => name === 'BRAND_LOGO')!.value} />
      <PackageList packages={packages} rate={rate} />
      <AboutList pages={pages} />
    </AdminPage>
  )
}

/** Says when no texts go to phones, and which address the gateway needs when they do. */
function TextsNotice({ texts: { are, hook } }: { texts: TextsNow }) {
  if (are === 'pretended') return null
  if (are === 'off')
    return (
      <Notice tone="warn" title={<Trans>No texts are sent to phones</Trans>}>
        <Trans>The settings SMS_USERNAME and SMS_KEY are not set. Emails are sent all the same.</Trans>
      </Notice>
    )
  return (
    <Notice title={<Trans>Texts are sent to phones</Trans>}>
      <p>
        <Trans>
          Enter this address at Africa’s Talking for delivery reports, incoming messages and opt-outs. Keep it to
          yourself.
        </Trans>
      </p>
      <p className="mt-1 break-all font-mono text-sm">{hook}</p>
    </Notice>
  )
}

/** Every setting that operators change while the product runs: its value, and a form that changes it. */
function ChoiceList({ standing }: { standing: ChoiceState[] }) {
  const { i18n } = useLingui()
  return choiceGroups.map((group) => {
    const title = i18n._(group.title)
    return (
      <section key={title} className="grid gap-3" aria-label={title}>
        <h2 className="text-xl">{title}</h2>
        <ul className="divide-y divide-line rounded-card border border-line bg-card">
          {Object.entries(group.choices).map(([name, { label, hint }]) => {
            const one = standing.find((other) => other.name === name)
            return one && <ChoiceLine key={name} one={one} label={i18n._(label)} hint={i18n._(hint)} />
          })}
        </ul>
      </section>
    )
  })
}

type LineProps = { one: ChoiceState; label: string; hint: string }

function ChoiceLine({ one, label, hint }: LineProps) {
  return (
    <SettingsLine>
      <h3 className={settingClass}>{label}</h3>
      <span className="figures min-w-0 break-words">
        <Shown name={one.name} value={one.value} />
      </span>
      {one.chosen ? (
        <Badge tone="info">
          <Trans>Chosen</Trans>
        </Badge>
      ) : (
        <Badge>
          <Trans>Default</Trans>
        </Badge>
      )}
      {one.asked && (
        <div className="basis-full">
          <SecondNeeded asked={one.asked}>
            <Shown name={one.name} value={one.asked.value} />
          </SecondNeeded>
        </div>
      )}
      <details className={changeClass}>
        {/* Each summary names its setting, so that users of screen readers can tell them apart. */}
        <summary className={changeWay}>
          <Trans>
            Change <span className="sr-only">{label}</span>
          </Trans>
        </summary>
        <ChoiceForm one={one} label={label} hint={hint} />
      </details>
    </SettingsLine>
  )
}

function Shown({ name, value }: { name: ChoiceName; value: string }) {
  const { i18n } = useLingui()
  const words = choiceWords[name]?.[value]
  if (words) return i18n._(words)
  return value === '' ? <Trans>None</Trans> : value
}

function ChoiceForm({ one, label, hint }: LineProps) {
  const { t, i18n } = useLingui()
  const { Form, busy, answer } = useFormAction({ onDone: foldAway })
  return (
    <Form method="post" action="/admin/settings/choose" className="mt-2 mb-2 grid max-w-xl gap-4">
      <input type="hidden" name="name" value={one.name} />
      {/* The key makes the field start with the current value, also after a change. */}
      <Field key={one.value} name="value" label={label} hint={hint} answer={answer}>
        {choiceWords[one.name] ? (
          <Select defaultValue={one.value}>
            {Object.entries(choiceWords[one.name]!).map(([value, words]) => (
              <option key={value} value={value}>
                {i18n._(words)}
              </option>
            ))}
          </Select>
        ) : (
          <Input defaultValue={one.value} maxLength={300} />
        )}
      </Field>
      <WhyLine answer={answer} />
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} busyText={t`Saving...`}>{t`Save`}</Button>
        {one.chosen && (
          <Button variant="secondary" name="default" value="on" busy={busy} busyText={t`Saving...`}>
            {t`Back to the default`}
          </Button>
        )}
      </div>
    </Form>
  )
}

/** The pages about the service, in each language, each with a form to change it. */
function AboutList({ pages }: { pages: AboutPage[] }) {
  const { t } = useLingui()
  return (
    <section className="grid gap-3" aria-label={t`Pages`}>
      <h2 className="text-xl">
        <Trans>Pages</Trans>
      </h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-card">
        {pages.map((page) => (
          <PageLine key={`${page.name} ${page.language}`} page={page} />
        ))}
      </ul>
    </section>
  )
}

function PageLine({ page }: { page: AboutPage }) {
  const { i18n } = useLingui()
  const { name, language, at } = page
  const label = `${i18n._(titles[name])} · ${languages[language]}`
  return (
    <SettingsLine>
      <h3 className={settingClass}>{label}</h3>
      {at ? (
        <Badge tone="info">
          <Trans>Yours</Trans>
        </Badge>
      ) : (
        <Badge>
          <Trans>First draft</Trans>
        </Badge>
      )}
      <details className={changeClass}>
        <summary className={changeWay}>
          <Trans>
            Change <span className="sr-only">{label}</span>
          </Trans>
        </summary>
        <PageForm page={page} label={label} />
      </details>
    </SettingsLine>
  )
}

function PageForm({ page: { name, language, body, at }, label }: { page: AboutPage; label: string }) {
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction({ onDone: foldAway })
  return (
    <Form method="post" action="/admin/settings/page" className="mt-2 mb-2 grid max-w-3xl gap-4">
      <input type="hidden" name="name" value={name} />
      <input type="hidden" name="language" value={language} />
      <Field
        key={String(at)}
        name="body"
        label={label}
        answer={answer}
        hint={t`An empty line ends a paragraph. Begin a heading with ## and an item of a list with -. A link: [words](/about/fees).`}
      >
        <TextArea rows={16} defaultValue={body} maxLength={bodyMax} className="font-mono text-sm" lang={language} />
      </Field>
      <WhyLine answer={answer} />
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} busyText={t`Saving...`}>{t`Save`}</Button>
        {at && (
          <Button variant="secondary" name="default" value="on" busy={busy} busyText={t`Saving...`}>
            {t`Back to the first draft`}
          </Button>
        )}
      </div>
    </Form>
  )
}
