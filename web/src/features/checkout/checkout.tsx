import '@mantine/core/styles/Input.layer.css'
import { Button, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconCash, IconMotorbike, IconWalk } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { defineMessages, FormattedMessage, useIntl } from 'react-intl'
import { Dialog } from '@/components/dialog'
import { EmptyState } from '@/components/empty-state'
import { ErrorState } from '@/components/error-state'
import { Pending } from '@/components/pending'
import { Skeleton } from '@/components/skeleton'
import type { CartPayload, CheckoutBody, PlaceOutputBody, QuoteView } from '@/lib/api/types.gen'
import { useScope, type Place } from '@/lib/scope'
import { useShop } from '@/lib/shop'
import { toastFailure } from '@/lib/toast'
import { ChangedDialog } from './changed-dialog'
import { newQuoteOf, quoteOptions, usePlaceOrder } from './checkout-queries'
import { ChoiceCards } from './choice-cards'
import { hasContact, keepContact, useContact, type Contact } from './contact'
import { ContactCard } from './contact-card'
import { ContactForm } from './contact-form'
import { SlotChoice } from './slot-choice'
import { Summary } from './summary'
import c from './checkout.module.css'

const text = defineMessages({
  title: { id: 'checkout.title', defaultMessage: 'Checkout' },
  how: { id: 'checkout.how', defaultMessage: 'How would you like it' },
  delivery: { id: 'checkout.delivery', defaultMessage: 'Delivery' },
  deliveryDetail: { id: 'checkout.delivery_detail', defaultMessage: 'Brought to your door' },
  takeAway: { id: 'checkout.take_away', defaultMessage: 'Take away' },
  takeAwayDetail: { id: 'checkout.take_away_detail', defaultMessage: 'You fetch it at the store' },
  addresses: { id: 'checkout.addresses', defaultMessage: 'Delivery Addresses' },
  contact: { id: 'checkout.contact', defaultMessage: 'Contact' },
  when: { id: 'checkout.when', defaultMessage: 'When' },
  payment: { id: 'checkout.payment', defaultMessage: 'Payment' },
  cash: { id: 'checkout.cash', defaultMessage: 'Cash on delivery' },
  cashTakeAway: { id: 'checkout.cash_take_away', defaultMessage: 'Cash at the store' },
  notes: { id: 'checkout.notes', defaultMessage: 'Notes' },
  orderNote: { id: 'checkout.order_note', defaultMessage: 'Note for the store' },
  instruction: { id: 'checkout.instruction', defaultMessage: 'How the rider finds you' },
  unavailable: { id: 'checkout.unavailable', defaultMessage: 'If an item is not available' },
  cutlery: { id: 'checkout.cutlery', defaultMessage: 'Add cutlery' },
  missing: { id: 'checkout.missing_contact', defaultMessage: 'Please enter your contact info' },
  editContact: { id: 'checkout.edit_contact', defaultMessage: 'Contact person' },
  editAddress: { id: 'checkout.edit_address', defaultMessage: 'Delivery address' },
  nothing: { id: 'checkout.nothing', defaultMessage: 'There is nothing to order yet' },
  browse: { id: 'checkout.browse', defaultMessage: 'Browse shops' },
})

type Source = { source: 'cart' } | { source: 'buy_now'; line: CartPayload }

type Props = {
  /** The cart, or one item that leaves the cart alone (CHK-06). */
  from: Source
  /** Nothing can be ordered: the cart is empty. */
  isEmpty: boolean
  onPlaced: (placed: PlaceOutputBody) => void
  onBrowse: () => void
  /** The dialog that picks a place on the map; it belongs to the place feature. */
  mapDialog: (props: { opened: boolean; onClose: () => void; onPlace: (place: Place) => void }) => ReactNode
  /** Address of the empty state's picture. */
  emptyArt?: string
}

type OrderType = 'delivery' | 'take_away'

/** One page from cart to order: how, where, when, pay (CHK-01). */
export function Checkout({ from, isEmpty, onPlaced, onBrowse, mapDialog, emptyArt }: Props) {
  const intl = useIntl()
  const { formatMessage: t } = intl
  const shop = useShop()
  const scope = useScope()
  const contact = useContact()
  const [orderType, setOrderType] = useState<OrderType>('delivery')
  const [scheduleAt, setScheduleAt] = useState<string>()
  const [notes, setNotes] = useState({ order_note: '', delivery_instruction: '', unavailable_item_note: '' })
  const [cutlery, setCutlery] = useState(false)
  const [editing, setEditing] = useState<Contact>()
  const [picking, setPicking] = useState(false)
  const [complaints, setComplaints] = useState<Record<string, string>>()
  const [changed, setChanged] = useState<QuoteView>()
  const place = usePlaceOrder()

  const takeAway = orderType === 'take_away'
  const body: CheckoutBody = {
    ...from,
    ...scope.query,
    order_type: orderType,
    address: takeAway ? { ...contact, address: '' } : contact,
    schedule_at: scheduleAt,
    payment_method: 'cash_on_delivery',
  }
  const quoted = useQuery(quoteOptions(scope, body, !isEmpty))
  const quote = quoted.data

  const send = (agreed: QuoteView) => {
    if (!hasContact(contact)) {
      setEditing(contact)
      return
    }
    const order = { ...body, ...notes, cutlery, accepted_total: agreed.total, quote_digest: agreed.digest }
    place.mutate(order, {
      onSuccess: onPlaced,
      onError: (error) => {
        setChanged(newQuoteOf(error))
        if (newQuoteOf(error)) void quoted.refetch()
        else toastFailure(error, intl)
      },
    })
  }
  const save = (typed: Contact) => {
    keepContact(typed)
    setComplaints(undefined)
    setEditing(undefined)
  }

  if (isEmpty) {
    return (
      <EmptyState
        art={emptyArt}
        title={<FormattedMessage {...text.nothing} />}
        action={
          <Button size="md" onClick={onBrowse}>
            <FormattedMessage {...text.browse} />
          </Button>
        }
      />
    )
  }
  return (
    <div className={c.page}>
      <h1>
        <FormattedMessage {...text.title} />
      </h1>
      <div className={c.columns}>
        <div className={c.steps}>
          <Step title={t(text.how)}>
            <ChoiceCards
              label={t(text.how)}
              name="order_type"
              value={orderType}
              onChange={setOrderType}
              choices={[
                {
                  value: 'delivery',
                  label: t(text.delivery),
                  detail: t(text.deliveryDetail),
                  icon: <IconMotorbike size={24} aria-hidden />,
                  disabled: quote && !quote.store.delivery,
                },
                {
                  value: 'take_away',
                  label: t(text.takeAway),
                  detail: t(text.takeAwayDetail),
                  icon: <IconWalk size={24} aria-hidden />,
                  disabled: quote && !quote.store.take_away,
                },
              ]}
            />
          </Step>
          <Step title={t(takeAway ? text.contact : text.addresses)}>
            <ContactCard contact={contact} takeAway={takeAway} onEdit={() => setEditing(contact)} />
          </Step>
          {quote && (
            <Step title={t(text.when)}>
              <SlotChoice
                days={quote.slots}
                nowAllowed={quote.now_allowed}
                readyIn={quote.ready_in}
                timeZone={shop.time_zone}
                value={scheduleAt}
                onChange={setScheduleAt}
              />
            </Step>
          )}
          <Step title={t(text.payment)}>
            <ChoiceCards
              label={t(text.payment)}
              name="payment"
              value="cash_on_delivery"
              onChange={() => {}}
              choices={[
                {
                  value: 'cash_on_delivery',
                  label: t(takeAway ? text.cashTakeAway : text.cash),
                  icon: <IconCash size={24} aria-hidden />,
                },
              ]}
            />
          </Step>
          <Step title={t(text.notes)}>
            <div className={c.notes}>
              <Textarea
                label={t(text.orderNote)}
                maxLength={500}
                autosize
                minRows={2}
                value={notes.order_note}
                onChange={({ currentTarget }) => setNotes({ ...notes, order_note: currentTarget.value })}
              />
              {!takeAway && (
                <TextInput
                  label={t(text.instruction)}
                  maxLength={500}
                  value={notes.delivery_instruction}
                  onChange={({ currentTarget }) => setNotes({ ...notes, delivery_instruction: currentTarget.value })}
                />
              )}
              <TextInput
                label={t(text.unavailable)}
                maxLength={200}
                value={notes.unavailable_item_note}
                onChange={({ currentTarget }) => setNotes({ ...notes, unavailable_item_note: currentTarget.value })}
              />
              {scope.module?.module_type === 'food' && (
                <label className={c.check}>
                  <input type="checkbox" checked={cutlery} onChange={() => setCutlery(!cutlery)} />
                  <FormattedMessage {...text.cutlery} />
                </label>
              )}
            </div>
          </Step>
        </div>
        <aside className={c.aside}>
          <Pending pending={quoted.isPending} skeleton={<Skeleton height={360} radius={20} />}>
            {quote ? (
              <Summary
                quote={quote}
                isStale={quoted.isPlaceholderData}
                isPlacing={place.isPending}
                missing={hasContact(contact) ? undefined : <FormattedMessage {...text.missing} />}
                onPlace={() => send(quote)}
              />
            ) : (
              <ErrorState error={quoted.error} onRetry={() => void quoted.refetch()} />
            )}
          </Pending>
        </aside>
      </div>

      <Dialog
        opened={editing !== undefined && !picking}
        onClose={() => setEditing(undefined)}
        title={<FormattedMessage {...(takeAway ? text.editContact : text.editAddress)} />}
        width={640}
      >
        {editing && (
          <ContactForm
            contact={editing}
            takeAway={takeAway}
            country={shop.country}
            problems={complaints}
            onSave={save}
            onPickPlace={(typed) => {
              setEditing(typed)
              setPicking(true)
            }}
          />
        )}
      </Dialog>
      {mapDialog({
        opened: picking,
        onClose: () => setPicking(false),
        onPlace: ({ location, point }) => {
          setEditing((typed) => typed && { ...typed, address: location, latitude: point.lat, longitude: point.lng })
          setPicking(false)
        },
      })}
      <ChangedDialog
        quote={changed}
        busy={place.isPending}
        onClose={() => setChanged(undefined)}
        onConfirm={() => changed && send(changed)}
      />
    </div>
  )
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={c.step}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
