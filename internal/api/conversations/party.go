package conversations

import (
	"hawker/internal/conversation"
	"hawker/internal/staff"
)

// roles are what the roles of the staff are in a conversation.
var roles = map[staff.Role]conversation.Role{staff.Vendor: conversation.Vendor, staff.Rider: conversation.Carrier, staff.Admin: conversation.Admin}

// PartyOf returns a member of staff as a party of conversations.
func PartyOf(s staff.Session) conversation.Party {
	return conversation.Party{StaffID: s.Member.ID, Role: roles[s.Role], StoreID: s.Store(), ProviderID: s.Provider()}
}
