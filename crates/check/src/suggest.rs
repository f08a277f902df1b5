//! "Did you mean": the nearest of the known names.

/// The known name that `given` was probably meant to be: equal but for case and separators, else within a third of its
/// length by edit distance. Of equally near names the first.
pub fn nearest<'k>(given: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    // Documents come from outside: nobody means a name of a hundred letters, and comparing one costs its length.
    if given.len() > 100 {
        return None;
    }
    let given = plain(given);
    let length = given.chars().count();
    let limit = length.div_ceil(3).min(4);
    known
        .into_iter()
        .map(|name| (plain(name), name))
        .filter(|(plain, _)| plain.chars().count().abs_diff(length) <= limit)
        .map(|(plain, name)| (strsim::osa_distance(&given, &plain), name))
        .filter(|&(distance, _)| distance <= limit)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name)
}

fn plain(name: &str) -> String {
    name.chars().filter(|letter| !matches!(letter, '_' | '-' | ' ')).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn near_names_are_found_and_far_ones_are_not() {
        let known = ["INSERT", "UPDATE", "UPSERT"];
        assert_eq!(nearest("update", known), Some("UPDATE"));
        assert_eq!(nearest("UPDTE", known), Some("UPDATE"));
        assert_eq!(nearest("in-progess", ["in_progress"]), Some("in_progress"));
        assert_eq!(nearest("DELETE", known), None);
        assert_eq!(nearest("", known), None);
    }
}
