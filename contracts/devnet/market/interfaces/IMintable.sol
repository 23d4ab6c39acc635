// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Interface of tokens that a bridge can mint and burn
interface IMintable {
    event MinterSet(address indexed account, bool isMinter);

    /// @dev Only the owner and minters can mint.
    error OnlyMinter();

    /// @notice Mints tokens. Minters mint what arrives from another chain; the owner acts as the devnet's faucet.
    function mint(address to, uint256 amount) external;

    /// @notice Mints the same amount to each of some accounts.
    function mintEach(address[] calldata accounts, uint256 amount) external;

    /// @notice Burns tokens of the caller.
    function burn(uint256 amount) external;

    /// @notice Allows an account to mint, or revokes that permission. Only the owner can call it.
    function setMinter(address account, bool isMinter) external;
}
