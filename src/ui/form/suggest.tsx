// A text field that offers values while one types: one value, or several as chips. After the ARIA pattern of the
// combobox with a listbox; the focus stays in the field.
import { Field as Base } from '@base-ui/react/field'
import { X } from 'lucide-react'
import { useEffect, useId, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react'

export interface Suggestion {
  value: string
  label: string
}

export interface SuggestProps {
  /** The chosen values; for a single field the text itself. */
  values: readonly string[]
  onChange: (values: string[]) => void
  /** The suggestions for a text, possibly asynchronous. */
  offer: (term: string) => readonly Suggestion[] | Promise<readonly Suggestion[]>
  /** One value, which is what is typed. */
  isSingle?: boolean
  /** Only what is offered can be chosen. */
  isStrict?: boolean
  labelOf?: (value: string) => string
  /** Inside a Field the field's label names it. */
  label?: string
  placeholder?: string
  isInvalid?: boolean
  describedBy?: string | undefined
}

/** The debounce of the input, ms. */
const REST_MS = 120
const MOST = 50
const same = (value: string) => value

export function Suggest(props: SuggestProps) {
  const { values, onChange, offer, isSingle = false, isStrict = false, labelOf = same, label, placeholder } = props
  const [typed, setTyped] = useState('')
  const text = isSingle ? (values[0] ?? '') : typed
  const box = useOffers(offer, text)
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const offered = isSingle ? box.offers : box.offers.filter(({ value }) => !values.includes(value))
  const active = box.isOpen ? offered[box.index] : undefined

  const take = (more: readonly string[]) => {
    setTyped('')
    box.close()
    if (isSingle) onChange([...more].slice(0, 1))
    else onChange([...new Set([...values, ...more])])
  }
  /** The first one for the text as it is now: those on screen may be of an earlier one. */
  const first = (): Suggestion | undefined => {
    const now = text === '' ? [] : offer(text)
    return 'then' in now ? offered[0] : now.find(({ value }) => isSingle || !values.includes(value))
  }
  const commit = () => {
    const left = typed.trim()
    if (!isSingle && left !== '' && !isStrict) take([left])
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const used = () => {
      event.preventDefault()
      event.stopPropagation()
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      used()
      if (!box.isOpen) return box.open()
      return box.move(event.key === 'ArrowDown' ? 1 : -1, offered.length)
    }
    if (event.key === 'Escape' && box.isOpen) {
      used()
      return box.close()
    }
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      const isTyped = isStrict && (isSingle ? box.isOpen : typed !== '')
      const only = isTyped ? (active ?? first()) : active
      if (only) {
        used()
        return take([only.value])
      }
      if (!isSingle && typed.trim() !== '') {
        used()
        return commit()
      }
    }
    if (event.key === 'Backspace' && !isSingle && typed === '' && values.length > 0) {
      used()
      onChange(values.slice(0, -1))
    }
    return undefined
  }
  const remove = (value: string) => {
    onChange(values.filter((other) => other !== value))
    input.current?.focus()
  }
  const handlePaste = (event: ClipboardEvent) => {
    const parts = event.clipboardData.getData('text').split(/[\n,;\t]+/)
    if (isSingle || isStrict || parts.length < 2) return
    event.preventDefault()
    take(parts.map((part) => part.trim()).filter(Boolean))
  }

  return (
    <div className="relative">
      <div className="suggest input" data-invalid={props.isInvalid || undefined}>
        {!isSingle && <Chips values={values} labelOf={labelOf} onRemove={remove} />}
        <Base.Control
          render={
            <input
              ref={input}
              role="combobox"
              aria-label={label}
              aria-expanded={box.isOpen && offered.length > 0}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={active ? `${listId}-${box.index}` : undefined}
              aria-invalid={props.isInvalid || undefined}
              aria-describedby={props.describedBy}
              autoComplete="off"
              placeholder={values.length === 0 ? placeholder : undefined}
              value={text}
              onChange={({ target }) => {
                if (isSingle) onChange(target.value === '' ? [] : [target.value])
                else setTyped(target.value)
                box.open()
              }}
              onKeyDown={handleKeyDown}
              onPaste={handlePaste}
              onClick={box.open}
              onBlur={() => {
                commit()
                box.close()
              }}
            />
          }
        />
      </div>
      <Offers
        id={listId}
        label={label ?? 'Suggestions'}
        isOpen={box.isOpen}
        offers={offered}
        index={box.index}
        onTake={(value) => take([value])}
      />
    </div>
  )
}

interface ChipsProps {
  values: readonly string[]
  labelOf: (value: string) => string
  onRemove: (value: string) => void
}

/** The chosen values, each with a remove button. */
function Chips({ values, labelOf, onRemove }: ChipsProps) {
  return values.map((value) => (
    <button
      key={value}
      type="button"
      className="chip"
      aria-label={`Remove ${labelOf(value)}`}
      onClick={() => onRemove(value)}
    >
      <span className="truncate">{labelOf(value)}</span>
      <X size={12} aria-hidden="true" />
    </button>
  ))
}

interface OffersProps {
  id: string
  label: string
  isOpen: boolean
  offers: readonly Suggestion[]
  index: number
  onTake: (value: string) => void
}

function Offers({ id, label, isOpen, offers, index: at, onTake }: OffersProps) {
  return (
    <ul
      id={id}
      role="listbox"
      aria-label={label}
      hidden={!isOpen || offers.length === 0}
      className="overlay suggestions"
    >
      {offers.slice(0, MOST).map((option, index) => (
        <li
          key={option.value}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === at}
          data-highlighted={index === at || undefined}
          className="menu-item"
          // the field keeps the focus, and the list stays until the click is handled
          onPointerDown={(event) => {
            event.preventDefault()
            onTake(option.value)
          }}
        >
          {option.label}
        </li>
      ))}
    </ul>
  )
}

/** The suggestions, and the current one. */
function useOffers(offer: SuggestProps['offer'], text: string) {
  const [isOpen, setOpen] = useState(false)
  const [index, setIndex] = useState(-1)
  const [found, setFound] = useState<readonly Suggestion[]>([])
  const ask = useRef(offer)
  useEffect(() => {
    ask.current = offer
  })
  useEffect(() => {
    if (!isOpen) return undefined
    let isCurrent = true
    const take = (offers: readonly Suggestion[]) => {
      if (!isCurrent) return
      setFound(offers)
      setIndex(-1)
    }
    const timer = setTimeout(() => {
      // values are a help, not a condition
      void Promise.resolve(ask.current(text)).then(take, () => take([]))
    }, REST_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [isOpen, text])
  return {
    isOpen,
    index,
    offers: isOpen ? found : [],
    open: () => setOpen(true),
    close() {
      setOpen(false)
      setIndex(-1)
    },
    move: (step: 1 | -1, count: number) => {
      const most = Math.min(count, MOST)
      if (most > 0) setIndex((was) => (was < 0 ? (step > 0 ? 0 : most - 1) : (was + step + most) % most))
    },
  }
}
