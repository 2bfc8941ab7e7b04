import { useLingui } from '@lingui/react/macro'
import type { ChainedCommands, Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import {
  Bold,
  Heading1,
  Heading2,
  Heading3,
  ImagePlus,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  RemoveFormatting,
  Strikethrough,
  Underline,
} from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { cx } from '../cx.ts'

type Tool = {
  name: string
  Icon: LucideIcon
  press: () => void
  /** True while it is in force at the cursor; left out for actions. */
  on?: boolean
  keys?: string
  /** Starts a group. */
  first?: boolean
}

type ToolbarProps = { editor: Editor; onLink: () => void; onPicture: () => void }

/** The tools of a text. One stop for Tab; arrows go from tool to tool. */
export function Toolbar(props: ToolbarProps) {
  const { t } = useLingui()
  const tools = useTools(props)
  const [at, setAt] = useState(0)
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tools.length - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    const button = event.currentTarget.querySelectorAll('button')[(next + tools.length) % tools.length]
    button?.focus()
  }
  return (
    <div
      role="toolbar"
      aria-label={t`Formatting`}
      onKeyDown={move}
      className="sticky top-15 z-10 flex flex-wrap rounded-t-card border-line border-b bg-card p-1"
    >
      {tools.map(({ name, Icon, press, on, keys, first }, index) => (
        <button
          key={name}
          type="button"
          aria-label={name}
          title={keys ? `${name} (${shown(keys)})` : name}
          aria-pressed={on}
          aria-keyshortcuts={keys}
          tabIndex={index === at ? 0 : -1}
          onFocus={() => setAt(index)}
          // The selection stays, and a phone's keyboard stays open.
          onMouseDown={(event) => event.preventDefault()}
          onClick={press}
          className={cx(
            'grid size-11 shrink-0 place-items-center rounded-control text-ink transition-colors hover:bg-well',
            'aria-pressed:bg-brand-soft aria-pressed:text-brand aria-pressed:ring-1 aria-pressed:ring-brand aria-pressed:ring-inset',
            first && index > 0 && 'ml-2',
          )}
        >
          <Icon aria-hidden="true" className="size-5" />
        </button>
      ))}
    </div>
  )
}

type Command = (chain: ChainedCommands) => ChainedCommands

/** Returns which tools are in force at the cursor. */
const switchedOn = ({ editor }: { editor: Editor }) => ({
  heading: editor.isActive('heading') ? Number(editor.getAttributes('heading').level) : 0,
  bold: editor.isActive('bold'),
  italic: editor.isActive('italic'),
  underline: editor.isActive('underline'),
  strike: editor.isActive('strike'),
  ordered: editor.isActive('orderedList'),
  bullet: editor.isActive('bulletList'),
  link: editor.isActive('link'),
  picture: editor.isActive('image'),
})

const apple = () => typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)
const shown = (keys: string) => (apple() ? keys.replace('Control', '⌘') : keys.replace('Control', 'Ctrl'))

function useTools({ editor, onLink, onPicture }: ToolbarProps): Tool[] {
  const { t } = useLingui()
  const on = useEditorState({ editor, selector: switchedOn })
  const run = (command: Command) => () => {
    // The focus moves at once, not a frame later as the editor would do it: the next key belongs to the text.
    editor.view.focus()
    command(editor.chain()).run()
  }
  const tool = (name: string, Icon: LucideIcon, isOn: boolean, keys: string, command: Command): Tool => {
    return { name, Icon, on: isOn, keys: `Control+${keys}`, press: run(command) }
  }
  const heading = (level: 1 | 2 | 3, name: string, Icon: LucideIcon) =>
    tool(name, Icon, on.heading === level, `Alt+${level}`, (chain) => chain.toggleHeading({ level }))
  return [
    { ...heading(1, t`Heading 1`, Heading1), first: true },
    heading(2, t`Heading 2`, Heading2),
    heading(3, t`Heading 3`, Heading3),
    { ...tool(t`Bold`, Bold, on.bold, 'B', (chain) => chain.toggleBold()), first: true },
    tool(t`Italic`, Italic, on.italic, 'I', (chain) => chain.toggleItalic()),
    tool(t`Underline`, Underline, on.underline, 'U', (chain) => chain.toggleUnderline()),
    tool(t`Strike`, Strikethrough, on.strike, 'Shift+S', (chain) => chain.toggleStrike()),
    { ...tool(t`Ordered list`, ListOrdered, on.ordered, 'Shift+7', (chain) => chain.toggleOrderedList()), first: true },
    tool(t`Bullet list`, List, on.bullet, 'Shift+8', (chain) => chain.toggleBulletList()),
    { name: t`Link`, Icon: Link, on: on.link, keys: 'Control+K', press: onLink, first: true },
    { name: t`Image`, Icon: ImagePlus, on: on.picture, press: onPicture },
    { name: t`Clean`, Icon: RemoveFormatting, press: run((chain) => chain.unsetAllMarks().clearNodes()), first: true },
  ]
}
