mkdir -p repo/src outside
echo main > repo/src/main.txt
echo old > repo/src/old.txt
echo secret > outside/secret.txt
cat > editor.sh <<'END'
#!/bin/sh
case $(cat) in *'"edit":{"action":"modify_file","path":"src/main.txt"'*) echo edited >> src/main.txt;; *) if test -e ../ready; then echo edited >> src/old.txt; else touch src/old.txt; fi;; esac
END
chmod +x editor.sh
git init -q repo
git -C repo add -A
git -C repo -c user.name=a -c user.email=a@example.org commit -qm start
