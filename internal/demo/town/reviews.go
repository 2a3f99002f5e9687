package town

import (
	"fmt"

	"hawker/internal/townfile"
)

// reviewsPerRound is how many reviews a town has for every step of its scale.
const reviewsPerRound = 400

// remarks are what people write by module, from one star's worth to five.
var remarks = map[string]map[int][]string{
	"food": {
		5: {
			"Best I have had on the island, and I have had most of them.",
			"Hot when it arrived, which up our hill is a small miracle.",
			"My daughter finished hers and started on mine.",
			"Ordered it three Fridays running. No regrets.",
			"The sauce alone is worth the delivery fee.",
			"Exactly like the picture, and bigger.",
			"I cried a little. It was the chilli. Five stars.",
			"We meant to share one and ordered two more.",
			"Perfectly seasoned, nothing greasy, gone in four minutes.",
			"Tastes like someone cared.",
			"My mother asked for the recipe. My mother never asks for the recipe.",
			"Crisp where it should be crisp, soft where it should be soft.",
			"Fed the whole office and nobody complained, which has never happened before.",
		},
		4: {
			"Very good. A touch more salt and I would have nothing to say.",
			"Lovely, though the portion has shrunk since last year.",
			"Good every time, once a little late.",
			"Great flavour. The box leaked a bit.",
			"Nearly perfect; I would ask for it less sweet.",
			"Solid choice for a weeknight.",
			"Generous, tasty, slightly too hot for the children.",
			"Would order again, with the extra topping next time.",
		},
		3: {
			"Fine, not special.",
			"Good taste, but it came lukewarm.",
			"I liked it, my husband did not. He is usually right about food.",
			"Smaller than I expected for the price.",
		},
		2: {
			"They forgot the sauce, and without it there is not much left.",
			"Soggy by the time it got to North Cliff.",
			"Too salty for us this time.",
		},
		1: {"Wrong dish in the bag. They answered quickly, but dinner was over by then."},
	},
	"grocery": {
		5: {
			"Fresher than what I pick myself.",
			"Every single one was ripe. How do they do it?",
			"Packed with care, nothing bruised.",
			"They called to ask which one I wanted. Who does that any more?",
			"My weekly order, never a miss.",
			"Smelled like the market.",
			"Came with the soil still on. Wonderful.",
			"Half the price of the big shop and twice as good.",
		},
		4: {
			"Good quality. One of six was past its best and they refunded it.",
			"Nice, but I had hoped for a bigger bag.",
			"Reliable. The slot was missed by ten minutes, no harm done.",
			"Keeps well for a week.",
		},
		3: {"All right. A bit green still.", "Average this week, better last week."},
		2: {"Two were squashed under the tins."},
		1: {"Not what I ordered, and nobody asked me about the swap."},
	},
	"pharmacy": {
		5: {
			"At two in the morning with a feverish child: twenty minutes. Thank you.",
			"Does what it says.",
			"The pharmacist rang to explain how to take it. Kind and clear.",
			"Sealed, in date, discreet bag.",
			"My skin has not been this calm in years.",
			"Helped on the first evening.",
			"Saved our ferry trip.",
		},
		4: {"Works, tastes dreadful.", "Good, a bit dearer than across the road.", "Fast, but the box was dented."},
		3: {"Does the job, nothing more.", "Took a while to notice any difference."},
		2: {"Wrong size sent at first."},
		1: {"Did nothing for me, sorry."},
	},
	"ecommerce": {
		5: {
			"Better made than things twice the price.",
			"Set up in five minutes, and I am not good at this.",
			"Fits as described. Bought the second colour the same day.",
			"A present for my sister; she has not put it down.",
			"Still like new after a season.",
			"They wrapped it without being asked.",
			"Exactly the shade in the picture.",
			"Read it in one night and was late for work.",
			"Sturdy, simple, well thought out.",
		},
		4: {
			"Happy with it. The manual could be longer.",
			"Runs half a size small, otherwise great.",
			"Nice thing, slow to arrive.",
			"Good value. The zip is a little stiff.",
		},
		3: {"Decent, but the colour is duller than I hoped.", "It is fine. I expected more for the money."},
		2: {"One part was missing; they sent it after a week."},
		1: {"Broke on the second day. They did take it back."},
	},
}

// afterthoughts follow some remarks.
var afterthoughts = []string{
	"The rider even carried it up to the fourth floor.",
	"Thank you to whoever wrote the little note.",
	"Delivered ten minutes early.",
	"Will be back.",
	"Recommended by our neighbour, and now by us.",
	"Ordering again on Sunday.",
	"The packaging went straight into the compost.",
	"We were new in town and this made the week.",
	"Please never change it.",
	"Friendly at the door, too.",
	"Tracking worked to the minute.",
	"I only wish they opened earlier.",
}

var replies = []string{
	"Thank you! That made the kitchen's morning.",
	"Thank you for telling us. We have had a word with ourselves.",
	"So glad. See you next week.",
	"Sorry about that. Next time write it in the note and we will make it right.",
	"You are very kind. We passed it on to the team.",
	"Noted, and fixed as of today.",
}

var firstNames = []string{
	"Amara", "Ben", "Chiara", "Dev", "Elif", "Farid", "Grace", "Hana", "Ines", "Jonas", "Kavya", "Leo", "Maya", "Nadia", "Oscar",
	"Priya", "Quinn", "Rosa", "Samir", "Tess", "Uma", "Viktor", "Wen", "Ximena", "Yusuf", "Zoë", "Aisha", "Bruno", "Clara", "Dina",
	"Emeka", "Freya", "Gita", "Hugo", "Ilse", "Jamal", "Keiko", "Lucia", "Mateo", "Noor",
}

const initials = "ABCDEFGHIJKLMNOPRSTVWY"

// reviews are spread over the stores that take them, most of them on what
// sells best. Four and five stars are common, as they are anywhere.
func reviews(seed uint64, scale int, shops []shop, menus [][]townfile.Item) []townfile.Review {
	d := newDice(seed, "reviews")
	stars := []int{5, 5, 5, 5, 5, 5, 4, 4, 4, 4, 3, 3, 2, 1}
	var all []townfile.Review
	written := map[string]int{}
	for len(all) < reviewsPerRound*scale {
		at := d.IntN(len(shops))
		s, menu := shops[at], menus[at]
		i := menu[min(d.IntN(len(menu)), d.IntN(len(menu)))]
		if !s.Reviews || written[i.Slug] >= min(6, i.Past.RatingCount/2) {
			continue
		}
		written[i.Slug]++
		r := townfile.Review{
			Slug: fmt.Sprintf("review-%05d", len(all)+1), Store: s.Slug, Item: i.Slug,
			Author: fmt.Sprintf("%s %c.", pick(d, firstNames), initials[d.IntN(len(initials))]),
			Rating: pick(d, stars), At: townfile.When(fmt.Sprintf("-%dh", 3+d.IntN(180*24))),
		}
		r.Text = pick(d, remarks[s.kind.module][r.Rating])
		if r.Rating > 2 && d.chance(45) {
			r.Text += " " + pick(d, afterthoughts)
		}
		if d.chance(18) {
			r.Reply = replyTo(d, r.Rating)
		}
		all = append(all, r)
	}
	return all
}

// replyTo picks an apology for the unhappy and thanks for the others.
func replyTo(d dice, rating int) string {
	sorry := []int{1, 3, 5}
	thanks := []int{0, 2, 4}
	if rating <= 3 {
		return replies[pick(d, sorry)]
	}
	return replies[pick(d, thanks)]
}
