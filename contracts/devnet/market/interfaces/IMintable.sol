// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title A token that a bridge can create and destroy
interface IMintable {
    event MinterSet(address indexed account, bool isMinter);

    /// @dev Only the owner and minters may mint.
    error OnlyMinter();

    /// @notice Creates tokens: a minter for what arrives from another chain, the owner as the devnet's faucet.
    function mint(address to, uint256 amount) external;

    /// @notice Destroys tokens of the caller.
    function burn(uint256 amount) external;

    /// @notice Lets an account mint, or no longer lets it. Owner only.
    function setMinter(address account, bool isMinter) external;
}
