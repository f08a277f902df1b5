mkdir -p repo/src outside
echo main > repo/src/main.txt
echo old > repo/src/old.txt
echo secret > outside/secret.txt
echo build > repo/.gitignore
git init -q repo
git -C repo add -A
git -C repo -c user.name=a -c user.email=a@example.org commit -qm start
cat > editor.sh <<'END'
#!/bin/sh
mkdir -p build && echo made > build/out
echo edited >> src/main.txt
echo edited >> src/old.txt
touch -r .gitignore src/old.txt
echo new > new.txt
echo x > .git/hooks/pre-commit
END
chmod +x editor.sh
