package town

import (
	"fmt"

	"hawker/internal/townfile"
)

// reviewsPerRound is how many reviews a town has for every step of its scale.
const reviewsPerRound = 400

// remarks are by module and rating. Each fits any item of its module.
var remarks = map[string]map[int][]string{
	"food": {
		5: {
			"Best I have had on the island, and I have had most of them.",
			"Arrived in perfect shape, which up our hill is a small miracle.",
			"My daughter finished hers and started on mine.",
			"Ordered it three Fridays running. No regrets.",
			"Worth the delivery fee on its own.",
			"Exactly like the picture, and bigger.",
			"Tastes like the first day of a holiday.",
			"We meant to share one and ordered two more.",
			"Perfectly balanced, gone in four minutes.",
			"Tastes like someone cared.",
			"My mother asked for the recipe. My mother never asks for the recipe.",
			"Fed the whole office and nobody complained, which has never happened before.",
		},
		4: {
			"Very good. One small thing more and I would have nothing to say.",
			"Lovely, though the portion has shrunk since last year.",
			"Good every time, once a little late.",
			"Great flavour. The box leaked a bit.",
			"Nearly perfect; I remember it a little larger.",
			"Solid choice for a weeknight.",
			"Generous and tasty. The children fought over it.",
			"Would order again, two of them next time.",
		},
		3: {
			"Fine, not special.",
			"Good taste, but it took its time.",
			"I liked it, my husband did not. He is usually right about food.",
			"Smaller than I expected for the price.",
		},
		2: {
			"They forgot half of the extras, and we had looked forward to them.",
			"Had suffered by the time it got to North Cliff.",
			"Not for us this time.",
		},
		1: {"Not what we ordered. They answered quickly, but dinner was over by then."},
	},
	"grocery": {
		5: {
			"Fresher than what I pick myself.",
			"Everything as it should be. How do they do it?",
			"Packed with care, nothing bruised.",
			"They called to ask which one I wanted. Who does that any more?",
			"My weekly order, never a miss.",
			"Smelled like the market.",
			"The good stuff, at last.",
			"Half the price of the big shop and twice as good.",
		},
		4: {
			"Good quality. One was past its best and they refunded it.",
			"Nice, but I had hoped for a bigger bag.",
			"Reliable. The slot was missed by ten minutes, no harm done.",
			"Keeps well for a week.",
		},
		3: {"All right, a bit dear.", "Average this week, better last week."},
		2: {"It was squashed under the tins."},
		1: {"Not what I ordered, and nobody asked me about the swap."},
	},
	"pharmacy": {
		5: {
			"At two in the morning with a feverish child: twenty minutes. Thank you.",
			"Does what it says, and I read everything it says.",
			"The pharmacist rang to explain how to take it. Kind and clear.",
			"Sealed, in date, discreet bag.",
			"I keep one at home and one in the bag.",
			"Just what the doctor ordered, without the queue.",
			"Saved our ferry trip.",
		},
		4: {"Works. The box is larger than what is in it.", "Good, a bit dearer than across the road.", "Fast, but the box was dented."},
		3: {"Does the job, nothing more.", "Took a while to notice any difference."},
		2: {"Wrong size sent at first."},
		1: {"Did nothing for me, sorry."},
	},
	"ecommerce": {
		5: {
			"Better made than things twice the price.",
			"Arrived the same afternoon, as promised.",
			"Exactly as described. Ordered another the same day.",
			"A present for my sister; she has not put it down.",
			"Still like new after a season.",
			"They wrapped it without being asked.",
			"Looks just like the picture, feels better.",
			"Sturdy, simple, well thought out.",
		},
		4: {
			"Happy with it. So is the dog.",
			"Nearly perfect, and the shop was kind about the rest.",
			"Nice thing, slow to arrive.",
			"Good value. The box was a little bent.",
		},
		3: {"Decent, but I had imagined it larger.", "It is fine. I expected more for the money."},
		2: {"One part was missing; they sent it after a week."},
		1: {"Broke on the second day. They did take it back."},
	},
	"rental": {
		5: {
			"Clean, full, and ready ten minutes early.",
			"Keys in our hands before the ferry had emptied.",
			"Took us up Kestrel Hill and back without a murmur.",
			"They had adjusted the seat to my height from the last time.",
			"Exactly the one in the picture, and it smelled of nothing, which is perfect.",
			"Returned it late in the evening; they were kind about it.",
			"A short lesson on the quay, and off we went.",
			"We rented it for a day and kept it for a week.",
		},
		4: {
			"Runs well. One scratch more than on the form, noted in a second.",
			"Good and comfortable. A phone mount would have helped.",
			"All fine, the queue at pickup aside.",
			"Nice to ride, a little thirsty on the hill.",
		},
		3: {"It did its job. It has seen a few summers.", "All right for the price, but not as clean as I had hoped."},
		2: {"Half full when we got it. They took it off the price."},
		1: {"Stopped at the lagoon. They came for us, but the afternoon was gone."},
	},
}

// rentalAfterthoughts follow some remarks about vehicles.
var rentalAfterthoughts = []string{
	"Pickup took five minutes.", "Would rent it again.", "Recommended by our host, and now by us.", "Friendly at the counter, too.", "Parking it was easy.", "The price was what it said.",
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
	"Thank you! That made our morning.",
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

// stars are how often reviews have how many.
var stars = []int{5, 5, 5, 5, 5, 5, 4, 4, 4, 4, 3, 3, 2, 1}

// reviews returns reviews for the stores that allow them, most of them for the
// best-selling items. Most have four or five stars.
func reviews(seed uint64, scale int, shops []shop, menus [][]townfile.Item) []townfile.Review {
	d := newDice(seed, "reviews")
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
		if r.Rating > 3 && d.chance(55) {
			r.Text += " " + pick(d, afterthoughts)
		}
		if d.chance(18) {
			r.Reply = replyTo(d, r.Rating)
		}
		if r.Rating > 3 && len(all)%9 == 0 {
			r.Pictures = i.Pictures[:min(2, len(i.Pictures))]
		}
		all = append(all, r)
	}
	return all
}

// vehicleReviews returns up to five reviews for each vehicle that has a rating.
func vehicleReviews(seed uint64, fleet []townfile.Vehicle) []townfile.VehicleReview {
	d := newDice(seed, "vehicle reviews")
	var all []townfile.VehicleReview
	for _, v := range fleet {
		for range min(d.between(1, 5), v.Past.RatingCount) {
			r := townfile.VehicleReview{
				Slug: fmt.Sprintf("vehicle-review-%04d", len(all)+1), Vehicle: v.Slug,
				Author: fmt.Sprintf("%s %c.", pick(d, firstNames), initials[d.IntN(len(initials))]),
				Rating: pick(d, stars), At: townfile.When(fmt.Sprintf("-%dh", 3+d.IntN(180*24))),
			}
			r.Text = pick(d, remarks["rental"][r.Rating])
			if r.Rating > 3 && d.chance(40) {
				r.Text += " " + pick(d, rentalAfterthoughts)
			}
			if d.chance(18) {
				r.Reply = replyTo(d, r.Rating)
			}
			if r.Rating > 3 && len(all)%9 == 0 {
				r.Pictures = v.Pictures[:min(2, len(v.Pictures))]
			}
			all = append(all, r)
		}
	}
	return all
}

// replyTo returns an apology for a low rating and thanks for the others.
func replyTo(d dice, rating int) string {
	sorry := []int{1, 3, 5}
	thanks := []int{0, 2, 4}
	if rating <= 3 {
		return replies[pick(d, sorry)]
	}
	return replies[pick(d, thanks)]
}
