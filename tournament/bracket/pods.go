package bracket

import "topcut/tournament/notice"

// seatsPerPod is the number of players of a pod.
const seatsPerPod = 4

// maxPods is the largest cut played in pods.
const maxPods = 64

// PodSizes returns the cuts that can be played at tables of four with one
// winner each: 4, 7, 10, 13, 16, 19, … 64. In all others some table would be
// short.
func PodSizes() []int {
	var sizes []int
	for n := seatsPerPod; n <= maxPods; n += 3 {
		sizes = append(sizes, n)
	}
	return sizes
}

// buildPods builds a commander cut. The field is brought down to 16 and then to
// 4 seeds; the best ones wait where fewer tables are needed. A pod winner takes
// over the place of the best seed of the pod.
//
// Full rounds are seated 1/5/9/13, 2/6/10/14, …; rounds in which the best seeds
// wait are seated in a snake (3/6/7/10 and 4/5/8/9 in a cut of ten).
func (b *Bracket) buildPods() error {
	n := b.config.Size
	if n < seatsPerPod || n > maxPods || (n-seatsPerPod)%3 != 0 {
		return notice.Err("bracket.pods_size", "players", n, "most", maxPods)
	}
	field := make([]Source, n)
	for i := range field {
		field[i] = Source{Seed, i + 1}
	}
	var out [][]Source
	for len(field) > seatsPerPod {
		target := seatsPerPod
		for target*seatsPerPod < len(field) {
			target *= seatsPerPod
		}
		pods := (len(field) - target) / 3
		waiting := len(field) - seatsPerPod*pods
		next := append([]Source(nil), field[:waiting]...)
		var losers []Source
		b.round(Upper)
		for p := range pods {
			var table []Source
			for row := range seatsPerPod {
				column := p
				if waiting > 0 && row%2 == 1 {
					column = pods - 1 - p
				}
				table = append(table, field[waiting+row*pods+column])
			}
			id := b.add(table...)
			next = append(next, Source{WinnerOf, id})
			losers = append(losers, Source{LoserOf, id})
		}
		field = next
		out = append(out, losers)
	}
	b.round(Final)
	b.final = b.add(field...)
	b.finish = [][]Source{{{WinnerOf, b.final}}, {{LoserOf, b.final}}}
	for i := len(out) - 1; i >= 0; i-- {
		b.finish = append(b.finish, out[i])
	}
	return nil
}
