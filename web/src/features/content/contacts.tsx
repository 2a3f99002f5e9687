import { IconMail, IconMapPin, IconMessageCircle, IconPhone } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { ChatLink } from '@/components/conversation/chat-link'
import { defineMessages } from '@/lib/text/messages'
import { isLoginOn, useShop } from '@/lib/scope/shop'
import c from './contacts.module.css'

const text = defineMessages({
  title: { id: 'contacts.title', defaultMessage: 'Reach us' },
  phone: { id: 'contacts.phone', defaultMessage: 'Call' },
  email: { id: 'contacts.email', defaultMessage: 'Write' },
  chat: { id: 'contacts.chat', defaultMessage: 'Chat' },
  address: { id: 'contacts.address', defaultMessage: 'Visit' },
})

/** The shop's phone, e-mail, chat and address, as far as it has them. */
export function Contacts() {
  const shop = useShop()
  const { phone, email, address } = shop
  const hasChat = isLoginOn(shop)
  if (!phone && !email && !hasChat && !address) return null
  return (
    <section className={c.contacts} aria-labelledby="contacts-title">
      <h2 id="contacts-title" className="sr">
        <FormattedMessage {...text.title} />
      </h2>
      {phone && (
        <a className={c.card} href={`tel:${phone}`}>
          <IconPhone size={24} aria-hidden />
          <b>
            <FormattedMessage {...text.phone} />
          </b>
          <bdi>{phone}</bdi>
        </a>
      )}
      {email && (
        <a className={c.card} href={`mailto:${email}`}>
          <IconMail size={24} aria-hidden />
          <b>
            <FormattedMessage {...text.email} />
          </b>
          <bdi>{email}</bdi>
        </a>
      )}
      {hasChat && (
        <div className={c.card}>
          <IconMessageCircle size={24} aria-hidden />
          <b>
            <FormattedMessage {...text.chat} />
          </b>
          <ChatLink to="support" />
        </div>
      )}
      {address && (
        <p className={c.card}>
          <IconMapPin size={24} aria-hidden />
          <b>
            <FormattedMessage {...text.address} />
          </b>
          <bdi>{address}</bdi>
        </p>
      )}
    </section>
  )
}
